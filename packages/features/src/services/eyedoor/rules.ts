// The states of doors, alarm and siren, and which of them a vehicle has. Pure.
import { memoize } from '@flotta/core/memoize.ts'
import type { ReadingKinds } from '@flotta/core/telemetry.ts'

export type Doors = ReadingKinds['door']
export const doorNames = ['door_1', 'door_2', 'door_3', 'door_4'] as const
export type DoorName = (typeof doorNames)[number]

/** The configuration that switches each value off: 0 means that the vehicle does not have it. */
const switches: readonly (readonly [name: DoorName | 'siren', parameter: string])[] = [
  ...doorNames.map((name, i) => [name, `door${i + 1}_active`] as const),
  ['siren', 'siren_active'],
]

const absentOf = memoize(
  (configurations: Readonly<Record<string, string>>): Partial<Doors> | null => {
    const absent = switches.filter(([, parameter]) => configurations[parameter] === '0')
    return absent.length === 0 ? null : Object.fromEntries(absent.map(([name]) => [name, null]))
  },
)
/** The doors with null for values that the vehicle does not have, even if they are wired. */
export function ownDoors(doors: Doors, configurations: Readonly<Record<string, string>>): Doors {
  const absent = absentOf(configurations)
  return absent === null ? doors : { ...doors, ...absent }
}

/** The numbers of the open doors, as incidents store them; nothing where the record tells no doors. */
export const openDoorsOf = (
  doors: Doors | null,
  configurations: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => {
  if (doors === null) return {}
  const vehicleDoors = ownDoors(doors, configurations)
  const numbers = doorNames.flatMap((name, i) => (vehicleDoors[name] === true ? [i + 1] : []))
  return { doors: numbers.join(', ') }
}

export const anyOpen = (doors: Doors): boolean => doorNames.some(name => doors[name] === true)

/** none; armed; active: armed and a door open; null: no input is wired for it. */
export type ArmedState = 'none' | 'armed' | 'active'
export const armedState = (doors: Doors): ArmedState | null =>
  doors.armed === null ? null : !doors.armed ? 'none' : anyOpen(doors) ? 'active' : 'armed'

/** not armed; armed; active: it sounds; null: no siren is wired. */
export const sirenState = ({ siren, armed }: Doors): ArmedState | null =>
  siren === null ? null : siren ? 'active' : armed === true ? 'armed' : 'none'

const sameDoors = (a: Doors, b: Doors): boolean =>
  a.armed === b.armed && a.siren === b.siren && doorNames.every(name => a[name] === b[name])

/** A row for each moment with a change, in order. Unchanged rows are left out, and the last row of a moment counts. */
export function changesOf<R extends { readonly at: number; readonly data: Doors }>(
  rows: readonly R[],
): R[] {
  const changes: R[] = []
  for (const [i, row] of rows.entries()) {
    if (rows[i + 1]?.at === row.at) continue
    const before = changes.at(-1)
    if (before === undefined || !sameDoors(before.data, row.data)) changes.push(row)
  }
  return changes
}

/** An opening of a door. If it begins or ends outside of the reported time, only the part inside. Epoch ms. */
export interface Opening {
  /** From 1. */
  readonly door: number
  readonly from: number
  readonly to: number
  readonly began: boolean
  readonly goesOn: boolean
  /** Whether the alarm was armed at the opening; null: unknown. */
  readonly armed: boolean | null
}
interface Stretch {
  readonly from: number
  /** Exclusive. */
  readonly to: number
  readonly readings: readonly { readonly at: number; readonly data: Doors }[]
}
/** All openings of reported stretches, by their beginning. */
export const openingsOf = (stretches: readonly Stretch[]): Opening[] =>
  stretches
    .flatMap(({ from, to, readings }) =>
      doorNames.flatMap((name, i) => {
        const openings: Opening[] = []
        let open: Opening | null = null
        for (const { at, data } of readings) {
          if (data[name] === true)
            open ??= {
              door: i + 1,
              from: Math.max(from, at),
              to,
              began: at >= from,
              goesOn: true,
              armed: data.armed,
            }
          else if (open !== null) {
            if (at > from) openings.push({ ...open, to: at, goesOn: false })
            open = null
          }
        }
        return open === null ? openings : [...openings, open]
      }),
    )
    .sort((a, b) => a.from - b.from || a.door - b.door)
