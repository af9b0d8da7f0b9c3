// What a busy machine does late, LATE ms later still: frames, observers, idle moments and whatever goes to somebody else.
{
  const later = (call) =>
    function (...values) {
      setTimeout(() => call.apply(this, values), LATE);
    };
  globalThis.requestAnimationFrame = (draw) => setTimeout(() => draw(performance.now()), LATE);
  globalThis.cancelAnimationFrame = clearTimeout;
  globalThis.requestIdleCallback = undefined; // ours is a timer then
  for (const name of ["IntersectionObserver", "ResizeObserver"]) {
    globalThis[name] = class extends globalThis[name] {
      constructor(seen, options) {
        super(later(seen), options);
      }
    };
  }
  WebSocket.prototype.send = later(WebSocket.prototype.send);
  Worker.prototype.postMessage = later(Worker.prototype.postMessage);
}
