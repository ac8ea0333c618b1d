// CRC-16/IBM (ARC), the checksum of Teltonika's data and command frames: polynomial A001 reflected, start 0; "123456789" gives BB3D.

/** Eight tables of 256 entries, so that eight bytes take one step: table k has the checksum of a byte that is followed by k zero bytes. */
const table = new Uint16Array(8 * 256)
for (let byte = 0; byte < 256; byte++) {
  let crc = byte
  for (let k = 0; k < 8; k++) {
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
    table[k * 256 + byte] = crc
  }
}

/** Checksum of `bytes` from `start` to before `end`. */
export function crc16(bytes: Uint8Array, start: number, end: number): number {
  let crc = 0
  let o = start
  for (; o + 8 <= end; o += 8) {
    const low = (crc ^ at(bytes, o)) & 255
    const high = (crc >> 8) ^ at(bytes, o + 1)
    crc =
      entry(1792 + low) ^
      entry(1536 + high) ^
      entry(1280 + at(bytes, o + 2)) ^
      entry(1024 + at(bytes, o + 3)) ^
      entry(768 + at(bytes, o + 4)) ^
      entry(512 + at(bytes, o + 5)) ^
      entry(256 + at(bytes, o + 6)) ^
      entry(at(bytes, o + 7))
  }
  for (; o < end; o++) crc = (crc >> 8) ^ entry((crc ^ at(bytes, o)) & 255)
  return crc
}

const at = (bytes: Uint8Array, o: number): number => bytes[o] ?? 0
const entry = (i: number): number => table[i] ?? 0
