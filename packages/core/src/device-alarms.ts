// Alarms that a device raises by itself. A record tells of each kind whether it holds, has ended, or nothing.
// The number of the word `device_alarm` is made here: one bit for each kind that holds, one for each kind that is told.

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

const MOST = 24
const TOLD = 2 ** MOST
const bitOf = (kind: DeviceAlarm): number => 1 << deviceAlarms.indexOf(kind)

/** What a record tells of the kinds, as bits. */
export interface AlarmBits {
  readonly holds: number
  readonly told: number
}
export const NO_ALARMS: AlarmBits = { holds: 0, told: 0 }
/** One kind, told to hold or to have ended. */
export const alarmBits = (kind: DeviceAlarm, holds: boolean): AlarmBits => ({
  holds: holds ? bitOf(kind) : 0,
  told: bitOf(kind),
})
/** A kind that one of them says holds does hold. */
export const joinAlarms = (a: AlarmBits, b: AlarmBits): AlarmBits => ({
  holds: a.holds | b.holds,
  told: a.told | b.told,
})
/** null: nothing is told of the kind. */
export const alarmHolds = ({ holds, told }: AlarmBits, kind: DeviceAlarm): boolean | null =>
  (told & bitOf(kind)) === 0 ? null : (holds & bitOf(kind)) !== 0

/** The value of the word `device_alarm`, and back. */
export const alarmValue = ({ holds, told }: AlarmBits): number => told * TOLD + holds
export const alarmsOfValue = (value: number): AlarmBits => ({
  holds: value % TOLD,
  told: Math.floor(value / TOLD),
})

/** Raw value (of a text protocol also its word) → the kind that it says holds; every other value ends all kinds of the table. */
export type AlarmsByValue = Readonly<Record<number | string, DeviceAlarm>>
export function alarmsByValue(table: AlarmsByValue, raw: number | string): AlarmBits {
  // A text of the device may be called as something that every object has.
  const kind = Object.hasOwn(table, raw) ? table[raw] : undefined
  const all = Object.values(table).reduce((bits, k) => bits | bitOf(k), 0)
  return { holds: kind === undefined ? 0 : bitOf(kind), told: all }
}
/** Bit of the raw value, 0 the lowest → its kind: set it holds, else it has ended. */
export function alarmsByBit(table: AlarmsByValue, raw: number): AlarmBits {
  return Object.entries(table).reduce(
    (alarms, [bit, kind]) =>
      joinAlarms(alarms, alarmBits(kind, Math.floor(raw / 2 ** Number(bit)) % 2 === 1)),
    NO_ALARMS,
  )
}
