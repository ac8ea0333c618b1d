// What doors, alarm and siren are said to be: which of them the vehicle has, and their states of S §4.
import { onceOf } from '@flotta/core/once-of.ts'
import type { ReadingKinds } from '@flotta/core/telemetry.ts'

export type Doors = ReadingKinds['door']
export const doorNames = ['door_1', 'door_2', 'door_3', 'door_4'] as const
export type DoorName = (typeof doorNames)[number]

/** What each value is switched off by: 0 means that the vehicle does not have it. */
const switches: readonly (readonly [name: DoorName | 'siren', parameter: string])[] = [
  ...doorNames.map((name, i) => [name, `door${i + 1}_active`] as const),
  ['siren', 'siren_active'],
]

const absentOf = onceOf((configurations: Readonly<Record<string, string>>): Partial<Doors> | null => {
  const absent = switches.filter(([, parameter]) => configurations[parameter] === '0')
  return absent.length === 0 ? null : Object.fromEntries(absent.map(([name]) => [name, null]))
})
/** What the vehicle does not have, however it is wired, is null. */
export function ownDoors(doors: Doors, configurations: Readonly<Record<string, string>>): Doors {
  const absent = absentOf(configurations)
  return absent === null ? doors : { ...doors, ...absent }
}

export const anyOpen = (doors: Doors): boolean => doorNames.some(name => doors[name] === true)

/** S §4: none, armed, active (armed and any door open); null: nothing is wired that tells. */
export type ArmedState = 'none' | 'armed' | 'active'
export const armedState = (doors: Doors): ArmedState | null => (doors.armed === null ? null : !doors.armed ? 'none' : anyOpen(doors) ? 'active' : 'armed')

/** S §4: not armed, armed, active (it sounds); null: no siren is wired. */
export const sirenState = ({ siren, armed }: Doors): ArmedState | null => (siren === null ? null : siren ? 'active' : armed === true ? 'armed' : 'none')

const same = (a: Doors, b: Doors): boolean => a.armed === b.armed && a.siren === b.siren && doorNames.every(name => a[name] === b[name])

/** A row for each moment at which something changed, in order: what stays as it was is left out, and of one moment the last word counts. */
export function changesOf<R extends { readonly at: number; readonly data: Doors }>(rows: readonly R[]): R[] {
  const changes: R[] = []
  for (const [i, row] of rows.entries()) {
    if (rows[i + 1]?.at === row.at) continue
    const before = changes.at(-1)
    if (before === undefined || !same(before.data, row.data)) changes.push(row)
  }
  return changes
}
