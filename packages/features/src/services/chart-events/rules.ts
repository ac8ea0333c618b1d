// The events that charts of a panel mark beside their lines: when doors were open and the vehicle stood. Pure.
import { countBefore } from '@flotta/core/sorted.ts'
import { type DoorName, doorNames } from '../eyedoor/rules.ts'

export interface Lapse {
  /** Epoch ms. */
  readonly from: number
  /** null: it has not ended. */
  readonly to: number | null
}
export interface DoorLapse extends Lapse {
  /** From 1. */
  readonly door: number
}

type DoorRow = { readonly message_datetime: string } & Readonly<Record<DoorName, boolean | null>>
/** Open doors by the changes of a period, oldest first: a door stays as it is until it changes. */
export const doorLapses = (rows: readonly DoorRow[]): DoorLapse[] =>
  doorNames
    .flatMap((name, i) => {
      const lapses: DoorLapse[] = []
      let openSince: number | null = null
      for (const row of rows) {
        const at = Date.parse(row.message_datetime)
        if (row[name] === true) openSince ??= at
        else if (openSince !== null) {
          lapses.push({ door: i + 1, from: openSince, to: at })
          openSince = null
        }
      }
      return openSince === null ? lapses : [...lapses, { door: i + 1, from: openSince, to: null }]
    })
    .sort((a, b) => a.from - b.from)

interface Drive {
  readonly period_from: string
  readonly period_to: string | null
}
/** Stops between the trips of a period that ends at `until`, in any order. Before the first trip nothing is known. */
export function stopLapses(trips: readonly Drive[], until: number): Lapse[] {
  const drives = trips
    .map(({ period_from, period_to }) => ({
      from: Date.parse(period_from),
      to: period_to === null ? null : Date.parse(period_to),
    }))
    .sort((a, b) => a.from - b.from)
  return drives.flatMap(({ to: begin }, i): Lapse[] => {
    const end = drives[i + 1]?.from ?? null
    return begin === null || begin >= (end ?? until) ? [] : [{ from: begin, to: end }]
  })
}

/** The row of a list, newest first, that is nearest to a moment; null: none is within `near` ms. */
export function nearestRow(times: readonly number[], moment: number, near: number): number | null {
  const older = countBefore(times.length, i => (times[i] ?? 0) <= moment)
  const distance = (row: number): number =>
    Math.abs((times[row] ?? Number.POSITIVE_INFINITY) - moment)
  const nearest = distance(older - 1) < distance(older) ? older - 1 : older
  return distance(nearest) <= near ? nearest : null
}
