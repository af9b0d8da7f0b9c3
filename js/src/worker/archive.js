// Archives of the worker: zip files in which nothing is compressed, because they are compressed as a whole.

const decoder = new TextDecoder();

/** Put an archive's files below a folder of Python's file system; they stay where they lie in the archive's bytes. */
export function unpackInto(FS, folder, buffer) {
  const bytes = new Uint8Array(buffer);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - 22; // there is no comment
  const folders = new Set();
  let at = view.getUint32(end + 16, true);
  for (let count = view.getUint16(end + 10, true); count > 0; count -= 1) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const path = `${folder}/${decoder.decode(bytes.subarray(at + 46, at + 46 + nameLength))}`;
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(parent)) FS.mkdirTree(parent);
    folders.add(parent);
    FS.writeFile(path, bytes.subarray(start, start + view.getUint32(at + 20, true)), { canOwn: true });
    at += 46 + nameLength + extra + comment;
  }
}
