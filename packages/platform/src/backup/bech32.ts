// Bech32 (BIP 173): the way keys are written for people, with a checksum that detects a mistyped letter.

const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const

function polymod(values: readonly number[]): number {
  let sum = 1
  for (const value of values) {
    const top = sum >>> 25
    sum = ((sum & 0x1ffffff) << 5) ^ value
    for (const [i, g] of GENERATOR.entries()) if ((top >>> i) & 1) sum ^= g
  }
  return sum >>> 0
}
const spread = (prefix: string): number[] => [
  ...[...prefix].map(c => c.charCodeAt(0) >>> 5),
  0,
  ...[...prefix].map(c => c.charCodeAt(0) & 31),
]

/** Regroups bits; null when the remaining bits are no valid padding. */
function regroup(
  values: Iterable<number>,
  from: number,
  to: number,
  pad: boolean,
): number[] | null {
  let [bits, bitCount] = [0, 0]
  const out: number[] = []
  for (const value of values) {
    bits = ((bits << from) | value) & 0xfff
    bitCount += from
    while (bitCount >= to) {
      bitCount -= to
      out.push((bits >>> bitCount) & ((1 << to) - 1))
    }
  }
  if (pad) {
    if (bitCount > 0) out.push((bits << (to - bitCount)) & ((1 << to) - 1))
  } else if (bitCount >= from || ((bits << (to - bitCount)) & ((1 << to) - 1)) !== 0) return null
  return out
}

/** @param prefix in lower case */
export function toBech32(prefix: string, bytes: Uint8Array): string {
  const data = regroup(bytes, 8, 5, true) ?? []
  const sum = polymod([...spread(prefix), ...data, 0, 0, 0, 0, 0, 0]) ^ 1
  const check = [25, 20, 15, 10, 5, 0].map(shift => (sum >>> shift) & 31)
  return `${prefix}1${[...data, ...check].map(value => LETTERS[value]).join('')}`
}

/** The bytes of a text with this prefix, all in one case; null: the text is no such code, or it is mistyped. */
export function fromBech32(prefix: string, text: string): Buffer | null {
  const lower = text.toLowerCase()
  if ((text !== lower && text !== text.toUpperCase()) || !lower.startsWith(`${prefix}1`))
    return null
  const values = [...lower.slice(prefix.length + 1)].map(c => LETTERS.indexOf(c))
  if (values.length < 6 || values.includes(-1) || polymod([...spread(prefix), ...values]) !== 1)
    return null
  const bytes = regroup(values.slice(0, -6), 5, 8, false)
  return bytes === null ? null : Buffer.from(bytes)
}
