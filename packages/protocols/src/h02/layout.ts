// Ids chosen here for the values of H02, whose frames name none; text frames and binary frames share them.

export const ids = {
  acc: 1,
  /** The status as received: a bit is 0 while its alarm holds. */
  status: 2,
  /** The status with all bits inverted. */
  alarms: 3,
  battery: 4,
  /** Battery of binary frames, in steps of the maker. */
  battery_step: 5,
  cells: 6,
  command: 7,
  /** The fields after the status. */
  rest: 8,
  /** 0 to 31 */
  gsm: 9,
  /** Metres. */
  mileage: 10,
  /** 0.1 % */
  fuel: 11,
} as const

const ACC_BIT = 10

/** Status of eight hexadecimal digits or four bytes: ignition and alarms. */
export function statusOf(status: number): { readonly acc: number; readonly alarms: number } {
  return { acc: (status >>> ACC_BIT) & 1, alarms: ~status >>> 0 }
}

const KM_H_PER_KNOT = 1.852
export const kilometresOf = (knots: number): number => Math.round(knots * KM_H_PER_KNOT)

/** Time of day as `hhmmss` and day as `ddmmyy`; null: they are no time. */
export function timeOf(time: string, day: string): number | null {
  if (!/^\d{6}$/.test(time) || !/^\d{6}$/.test(day)) return null
  const [hour = 0, minute = 0, second = 0] = (time.match(/../g) ?? []).map(Number)
  const [date = 0, month = 0, year = 0] = (day.match(/../g) ?? []).map(Number)
  if (month < 1 || month > 12 || date < 1 || hour > 23 || minute > 59 || second > 59) return null
  const at = Date.UTC(2000 + year, month - 1, date, hour, minute, second)
  return new Date(at).getUTCDate() === date ? at : null
}

const FULL_STEP = 6
/** The battery level in percent, which devices send as a step from 1 to 6 or as percent; null: it is neither. */
export function levelOf(battery: number): number | null {
  if (battery <= 0 || battery > 100) return null
  if (battery > FULL_STEP) return battery
  return (battery - 1) * (battery <= 3 ? 10 : 20)
}
