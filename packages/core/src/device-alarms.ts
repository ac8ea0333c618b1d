// Alarms that a device raises by itself. A record reports of a kind that it holds, that it has ended, or nothing.
// The number of the word `device_alarm` has one bit for each kind that holds and one for each kind that is reported.

/** In the order of their bits: new kinds come last, 24 at most. */
export const deviceAlarms = [
  'sos',
  'jamming',
  'tamper',
  'crash',
  'tow',
  'low_battery',
  'low_power',
  'power_cut',
  'vibration',
  'rollover',
  'break_in',
  'antenna',
] as const
export type DeviceAlarm = (typeof deviceAlarms)[number]

const MAX_KINDS = 24
const REPORTED = 2 ** MAX_KINDS
const bitOf = (kind: DeviceAlarm): number => 1 << deviceAlarms.indexOf(kind)

/** The kinds that hold and those that the record reports (`told`), as bits. Readings are stored in this form. */
export interface AlarmBits {
  readonly holds: number
  readonly told: number
}
export const NO_ALARMS: AlarmBits = { holds: 0, told: 0 }
/** One kind, reported to hold or to have ended. */
export const alarmBits = (kind: DeviceAlarm, holds: boolean): AlarmBits => ({
  holds: holds ? bitOf(kind) : 0,
  told: bitOf(kind),
})
/** A kind holds where one of them reports so. */
export const joinAlarms = (a: AlarmBits, b: AlarmBits): AlarmBits => ({
  holds: a.holds | b.holds,
  told: a.told | b.told,
})
/** null: the kind is not reported. */
export const alarmHolds = ({ holds, told }: AlarmBits, kind: DeviceAlarm): boolean | null =>
  (told & bitOf(kind)) === 0 ? null : (holds & bitOf(kind)) !== 0

/** The value of the word `device_alarm`, and back. */
export const alarmValue = ({ holds, told }: AlarmBits): number => told * REPORTED + holds
export const alarmsOfValue = (value: number): AlarmBits => ({
  holds: value % REPORTED,
  told: Math.floor(value / REPORTED),
})

/** The kind that holds at each raw value, in text protocols at each word. All other kinds of the table have ended then. */
export type AlarmsByValue = Readonly<Record<number | string, DeviceAlarm>>
export function alarmsByValue(table: AlarmsByValue, raw: number | string): AlarmBits {
  // The device's text may be the name of a property that every object has.
  const kind = Object.hasOwn(table, raw) ? table[raw] : undefined
  const all = Object.values(table).reduce((bits, k) => bits | bitOf(k), 0)
  return { holds: kind === undefined ? 0 : bitOf(kind), told: all }
}
/** The kind of each bit of the raw value, 0 the lowest: it holds while the bit is set, else it has ended. */
export function alarmsByBit(table: AlarmsByValue, raw: number): AlarmBits {
  return Object.entries(table).reduce(
    (alarms, [bit, kind]) =>
      joinAlarms(alarms, alarmBits(kind, Math.floor(raw / 2 ** Number(bit)) % 2 === 1)),
    NO_ALARMS,
  )
}
