// The meaning of a beacon that a vehicle reads: whether something is coupled, and whether it may be.

/** The code that a device tells as it is kept: all zeros is none. */
export const codeOf = (rawCode: string | number): string => {
  const code = String(rawCode).trim()
  return /^[0\s:-]*$/.test(code) ? '' : code
}

/** A code as it is shown, on screens and on paper. */
export const shownCode = (code: string): string => code.toUpperCase()

/** A code as it is compared: people write it in any case, and with signs between. */
export const beaconKey = (code: string): string => code.toUpperCase().replace(/[^0-9A-Z]/g, '')

/** null: not known; 0: not one of the codes that `|` parts; 1: one of them. */
export function authorizedBy(tandt_authorized: string | undefined, code: string): 0 | 1 | null {
  if (tandt_authorized === undefined) return null
  const codes = tandt_authorized.split('|').map(beaconKey).filter(Boolean)
  if (codes.length === 0 || code === '') return null
  return codes.includes(beaconKey(code)) ? 1 : 0
}

export type BeaconState = 'unknown' | 'unlocked' | 'locked' | 'authorized' | 'unauthorized'
/** Unfastened, or locked and then authorised, not authorised, or neither said. */
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
