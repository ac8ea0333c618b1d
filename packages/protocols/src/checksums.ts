// The checksums that device protocols use.

/** Table of all bytes for a 16-bit CRC that processes the lowest bit of a byte first. */
function reflectedTable(polynomial: number): Uint16Array {
  return Uint16Array.from({ length: 256 }, (_, byte) => {
    let crc = byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1
    return crc
  })
}
const CCITT = reflectedTable(0x8408)
const ARC = reflectedTable(0xa001)

function crc(
  table: Uint16Array,
  initial: number,
  bytes: Uint8Array,
  start: number,
  end: number,
): number {
  let value = initial
  for (let i = start; i < end; i++)
    value = (table[(value ^ (bytes[i] as number)) & 255] as number) ^ (value >>> 8)
  return value
}

/** CRC-16/X-25; the check value of "123456789" is 906E. */
export const crcX25 = (bytes: Uint8Array, start = 0, end = bytes.length): number =>
  crc(CCITT, 0xffff, bytes, start, end) ^ 0xffff
/** CRC-16/KERMIT; the check value of "123456789" is 2189. */
export const crcKermit = (bytes: Uint8Array, start = 0, end = bytes.length): number =>
  crc(CCITT, 0, bytes, start, end)
/** CRC-16/ARC, also called IBM; the check value of "123456789" is BB3D. */
export const crcArc = (bytes: Uint8Array, start = 0, end = bytes.length): number =>
  crc(ARC, 0, bytes, start, end)

/** The exclusive or of all bytes. */
export function xor8(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let value = 0
  for (let i = start; i < end; i++) value ^= bytes[i] as number
  return value
}
/** The lowest byte of the sum of all bytes. */
export function sum8(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let value = 0
  for (let i = start; i < end; i++) value = (value + (bytes[i] as number)) & 255
  return value
}
