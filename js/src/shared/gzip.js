// Files that were compressed when they were made, whatever their host does.

/** The bytes of a file. */
export async function fetchUnpacked(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return unpacked(answer);
}

/** The bytes of an answer that is compressed. */
export async function unpacked(answer) {
  if (!self.DecompressionStream) return (await import("./inflate.js")).gunzip(await answer.arrayBuffer());
  return new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
