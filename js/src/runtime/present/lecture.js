// A lecture: scenes in order, each a section and a state. As it comes from elsewhere (a link, a file, the browser's
// store) it may be anything: what `check` gives back is texts and numbers of bounded size, and nothing else.

const SCENES = 100;
const FILE = 200_000; // characters
const LINK = 8_000; // what mail programs and chats let through
const LONGEST = { section: 120, state: 2000, name: 120, note: 4000, title: 200 };

function text(value, longest) {
  // No control characters: nothing of it is ever anything but words.
  return typeof value === "string" ? value.replace(/[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, "").slice(0, longest) : "";
}

/** A scene; null if it names no section. Without a `state` it leaves the page as it is. */
function checkScene(given) {
  if (given === null || typeof given !== "object") return null;
  const section = text(given.section, LONGEST.section).replace(/^#/, "");
  if (!section) return null;
  const minutes = Number(given.minutes);
  return {
    section,
    state: typeof given.state === "string" ? text(given.state, LONGEST.state).replace(/^\?/, "") : null,
    name: text(given.name, LONGEST.name).trim() || section,
    cover: given.cover === true,
    note: text(given.note, LONGEST.note),
    minutes: Number.isFinite(minutes) ? Math.min(600, Math.max(0, minutes)) : 0,
  };
}

/** The lecture in what was read, or null if there is none in it. */
export function check(given) {
  if (given === null || typeof given !== "object" || !Array.isArray(given.scenes)) return null;
  const scenes = given.scenes.slice(0, SCENES).map(checkScene).filter(Boolean);
  return scenes.length ? { title: text(given.title, LONGEST.title).trim() || "A lecture", scenes } : null;
}

/** The same from its JSON. */
export function read(json) {
  if (typeof json !== "string" || json.length > FILE) return null;
  try {
    return check(JSON.parse(json));
  } catch {
    return null;
  }
}

/** As it stands in a file. */
export function written(lecture) {
  return `${JSON.stringify(lecture, null, 2)}\n`;
}

/** For a link, after `#lecture=`: compressed, in the letters of base64url. null: too long for a link. */
export async function packed(lecture) {
  const stream = new Blob([JSON.stringify(lecture)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const code = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return code.length > LINK ? null : code.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The lecture of such a link, or null. A small link may unpack to a giant: reading ends where no lecture goes on. */
export async function unpacked(code) {
  if (!/^[\w-]+$/.test(code) || code.length > LINK) return null;
  try {
    const bytes = Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const decoder = new TextDecoder("utf-8", { fatal: true });
    let json = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return read(json + decoder.decode());
      json += decoder.decode(value, { stream: true });
      if (json.length > FILE) {
        reader.cancel().catch(() => {});
        return null;
      }
    }
  } catch {
    return null;
  }
}

/** The scenes with one moved from place to place. */
export function moved(scenes, from, to) {
  const others = scenes.filter((_, index) => index !== from);
  return [...others.slice(0, to), scenes[from], ...others.slice(to)];
}

/** Minutes and seconds. */
export function clock(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
