// Unpacking gzip where the browser cannot (before Chromium 80, Firefox 113, Safari 16.4); RFC 1951 and 1952.

const LENGTHS = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCES = [1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577];
const DISTANCE_BITS = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13];
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const LONGEST = 15; // bits of a code
const BROKEN = "a file of this site is broken";

/** The symbols of a Huffman code in the order of their codes, and how many there are of each length. */
function code(lengths) {
  const counts = new Uint16Array(LONGEST + 1);
  for (const length of lengths) counts[length] += 1;
  counts[0] = 0;
  const symbols = [];
  for (let length = 1; length <= LONGEST; length += 1) lengths.forEach((one, symbol) => one === length && symbols.push(symbol));
  return { counts, symbols };
}

const FIXED = [
  code(Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8))),
  code(new Array(30).fill(5)),
];

/** The bytes of a gzip file of one member without extra fields, as the build writes them. */
export function gunzip(buffer) {
  const data = new Uint8Array(buffer);
  if (data[0] !== 31 || data[1] !== 139 || data[2] !== 8 || data[3] !== 0) throw new Error("not a file of this site");
  const out = new Uint8Array(new DataView(buffer).getUint32(data.length - 4, true));
  let at = 10; // bytes read
  let written = 0;
  let held = 0;
  let kept = 0; // bits held

  const bits = (count) => {
    if (at > data.length) throw new Error(BROKEN);
    for (; kept < count; kept += 8) held |= data[at++] << kept;
    const value = held & ((1 << count) - 1);
    held >>>= count;
    kept -= count;
    return value;
  };
  const symbol = ({ counts, symbols }) => {
    let word = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length <= LONGEST; length += 1) {
      word |= bits(1);
      const count = counts[length];
      if (word - count < first) return symbols[index + word - first];
      index += count;
      first = (first + count) << 1;
      word <<= 1;
    }
    throw new Error(BROKEN);
  };
  const codes = () => {
    const [literals, distances, count] = [bits(5) + 257, bits(5) + 1, bits(4) + 4];
    const short = new Array(19).fill(0);
    for (let i = 0; i < count; i += 1) short[ORDER[i]] = bits(3);
    const lengths = [];
    for (const reader = code(short); lengths.length < literals + distances; ) {
      const one = symbol(reader);
      if (one < 16) lengths.push(one);
      else {
        const value = one === 16 ? lengths.at(-1) : 0;
        const times = one === 16 ? 3 + bits(2) : one === 17 ? 3 + bits(3) : 11 + bits(7);
        for (let i = 0; i < times; i += 1) lengths.push(value);
      }
    }
    return [code(lengths.slice(0, literals)), code(lengths.slice(literals))];
  };

  for (let last = 0; !last; ) {
    last = bits(1);
    const kind = bits(2);
    if (kind === 0) {
      held = kept = 0; // what is left of the byte
      const size = data[at] | (data[at + 1] << 8);
      out.set(data.subarray(at + 4, at + 4 + size), written);
      at += 4 + size;
      written += size;
      continue;
    }
    const [literals, distances] = kind === 1 ? FIXED : codes();
    for (let one = symbol(literals); one !== 256; one = symbol(literals)) {
      if (one < 256) out[written++] = one;
      else {
        const size = LENGTHS[one - 257] + bits(LENGTH_BITS[one - 257]);
        const far = symbol(distances);
        const from = written - DISTANCES[far] - bits(DISTANCE_BITS[far]);
        for (let i = 0; i < size; i += 1) out[written++] = out[from + i];
      }
    }
  }
  return out.buffer;
}
