// Random numbers that are a function of their keys: the same seed and moment always give the same fleet.

/** A number of 32 bits from a seed and up to four integers. */
export function hash(seed: number, a: number, b = 0, c = 0, d = 0): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b)
  h = mix(h, a)
  h = mix(h, b)
  h = mix(h, c)
  h = mix(h, d)
  h ^= h >>> 16
  h = Math.imul(h, 0x7feb352d)
  h ^= h >>> 15
  h = Math.imul(h, 0x846ca68b)
  return (h ^ (h >>> 16)) >>> 0
}
const mix = (h: number, k: number): number => {
  // An epoch in milliseconds has more than 32 bits.
  const mixedKey = (k | 0) ^ Math.imul(Math.floor(k / 4294967296) | 0, 0x27d4eb2f)
  let x = Math.imul(h ^ mixedKey, 0xcc9e2d51)
  x = (x << 15) | (x >>> 17)
  return Math.imul(x, 0x1b873593) + 0x52dce729
}

/** 0 ≤ x < 1. */
export const random = (seed: number, a: number, b = 0, c = 0, d = 0): number =>
  hash(seed, a, b, c, d) / 4294967296

/** Smooth noise, −1 … 1, that changes over about one unit of `x`. */
export function noise(seed: number, a: number, b: number, x: number): number {
  const i = Math.floor(x)
  const f = x - i
  const at = (k: number) => random(seed, a, b, k) * 2 - 1
  return at(i) + (at(i + 1) - at(i)) * f * f * (3 - 2 * f)
}

const keys = new Map<string, number>()
/** A word as a number: FNV-1a, cached. */
export function keyOf(word: string): number {
  const cachedKey = keys.get(word)
  if (cachedKey !== undefined) return cachedKey
  let h = 0x811c9dc5
  for (let i = 0; i < word.length; i++) h = Math.imul(h ^ word.charCodeAt(i), 0x01000193)
  keys.set(word, h)
  return h
}
