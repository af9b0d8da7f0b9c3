// Files that were compressed when they were made, whatever their host does.

/** A file, as its host sends it. */
export async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

/** The bytes of a compressed file. */
export const fetchUnpacked = async (address) => unpacked(await fetched(address));

/** The bytes of an answer that is compressed. */
export async function unpacked(answer) {
  if (!self.DecompressionStream) return (await import("./inflate.js")).gunzip(await answer.arrayBuffer());
  return new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
