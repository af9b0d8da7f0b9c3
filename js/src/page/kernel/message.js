// A message of the Jupyter protocol as bytes: v1.kernel.websocket.jupyter.org (binary frames), as jupyter_server documents it.

export const PROTOCOL = "v1.kernel.websocket.jupyter.org";
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Bytes of a message: count and offsets (64-bit, little-endian), channel, four JSON parts, buffers. */
export function pack(message) {
  const parts = [message.channel, ...["header", "parent_header", "metadata", "content"].map((k) => JSON.stringify(message[k] ?? {}))]
    .map((text) => encoder.encode(text))
    .concat((message.buffers ?? []).map(bytesOf));
  const offsets = [8 * (parts.length + 2)];
  for (const part of parts) offsets.push(offsets.at(-1) + part.byteLength);
  const bytes = new Uint8Array(offsets.at(-1));
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(offsets.length), true);
  offsets.forEach((offset, i) => view.setBigUint64(8 * (i + 1), BigInt(offset), true));
  parts.forEach((part, i) => bytes.set(part, offsets[i]));
  return bytes.buffer;
}

/** A message from its bytes; its buffers are DataViews. */
export function unpack(buffer) {
  const view = new DataView(buffer);
  const count = Number(view.getBigUint64(0, true));
  const offsets = Array.from({ length: count }, (_, i) => Number(view.getBigUint64(8 * (i + 1), true)));
  const text = (i) => decoder.decode(new Uint8Array(buffer, offsets[i], offsets[i + 1] - offsets[i]));
  const [header, parent_header, metadata, content] = [1, 2, 3, 4].map((i) => JSON.parse(text(i)));
  const buffers = [];
  for (let i = 5; i < count - 1; i += 1) buffers.push(new DataView(buffer, offsets[i], offsets[i + 1] - offsets[i]));
  return { channel: text(0), header, parent_header, metadata, content, buffers };
}

function bytesOf(data) {
  return ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);
}
