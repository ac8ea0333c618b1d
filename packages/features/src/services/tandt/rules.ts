// The meaning of a beacon: whether something is coupled, and whether it is authorised. Pure.

/** The stored form of a device's code: all zeros means none. */
export const codeOf = (rawCode: string | number): string => {
  const code = String(rawCode).trim()
  return /^[0\s:-]*$/.test(code) ? '' : code
}

/** The form of a code on screens and on paper. */
export const shownCode = (code: string): string => code.toUpperCase()

/** The form in which codes are compared: people write them in either case and with separators. */
export const beaconKey = (code: string): string => code.toUpperCase().replace(/[^0-9A-Z]/g, '')

/** null: not known; 0: not one of the codes, which `|` separates; 1: one of them. */
export function authorizedBy(tandt_authorized: string | undefined, code: string): 0 | 1 | null {
  if (tandt_authorized === undefined) return null
  const codes = tandt_authorized.split('|').map(beaconKey).filter(Boolean)
  if (codes.length === 0 || code === '') return null
  return codes.includes(beaconKey(code)) ? 1 : 0
}

export type BeaconState = 'unknown' | 'unlocked' | 'locked' | 'authorized' | 'unauthorized'
/** Unfastened, or locked and then authorised, unauthorised, or unknown. */
export function beaconState({
  locked,
  authorized,
}: {
  readonly locked: 0 | 1 | null
  readonly authorized: 0 | 1 | null
}): BeaconState {
  if (locked === null) return 'unknown'
  if (locked === 0) return 'unlocked'
  return authorized === null ? 'locked' : authorized === 1 ? 'authorized' : 'unauthorized'
}
