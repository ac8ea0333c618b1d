// Alarms that a device raises by itself. For each kind a record reports that the alarm holds, that it has ended, or nothing.
// In the number of the word `device_alarm` each kind has two bits: one says that it holds, the other that the record reports it.

/** In the order of their bits: new kinds come last, at most 24. */
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
/** Joins the alarms of one record: a kind holds when one of them reports so. */
export const joinAlarms = (a: AlarmBits, b: AlarmBits): AlarmBits => ({
  holds: a.holds | b.holds,
  told: a.told | b.told,
})
/** null: the kind is not reported. */
export const alarmHolds = ({ holds, told }: AlarmBits, kind: DeviceAlarm): boolean | null =>
  (told & bitOf(kind)) === 0 ? null : (holds & bitOf(kind)) !== 0

/** The value of the word `device_alarm`; `alarmsOfValue` is the inverse. */
export const alarmValue = ({ holds, told }: AlarmBits): number => told * REPORTED + holds
export const alarmsOfValue = (value: number): AlarmBits => ({
  holds: value % REPORTED,
  told: Math.floor(value / REPORTED),
})

/** The kind that holds at each raw value, or at each word of a text protocol. All other kinds of the table have ended then. */
export type AlarmsByValue = Readonly<Record<number | string, DeviceAlarm>>
export function alarmsByValue(table: AlarmsByValue, raw: number | string): AlarmBits {
  // The device's text may equal the name of a property that every object has, such as `constructor`.
  const kind = Object.hasOwn(table, raw) ? table[raw] : undefined
  const all = Object.values(table).reduce((bits, k) => bits | bitOf(k), 0)
  return { holds: kind === undefined ? 0 : bitOf(kind), told: all }
}
/** The kind of each bit of the raw value, 0 the lowest: the kind holds while the bit is set, otherwise it has ended. */
export function alarmsByBit(table: AlarmsByValue, raw: number): AlarmBits {
  return Object.entries(table).reduce(
    (alarms, [bit, kind]) =>
      joinAlarms(alarms, alarmBits(kind, Math.floor(raw / 2 ** Number(bit)) % 2 === 1)),
    NO_ALARMS,
  )
}
