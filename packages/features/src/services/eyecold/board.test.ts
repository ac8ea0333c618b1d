// The rows of the reefers' board: since when each compartment is outside its limits.
import { MINUTE } from '@flotta/core/time.ts'
import { expect, test } from 'vitest'
import type { BoardSource } from '../board.ts'
import board from './board.ts'
import { fridge, temperature } from './kinds.ts'

const AT = 100 * MINUTE
const setpoints = { setpoint_t1: -20, setpoint_t2: 4, setpoint_t3: null }
const statuses = { operation_status_c1: 3, operation_status_c2: 3, operation_status_c3: null }
const unit = { ...setpoints, ...statuses, overall_status: 1, alarm_status: 0 }
const alert = { code: 'temperature_out_of_range', severity: 2, since: 60 * MINUTE }

/** A vehicle of two compartments, both too warm. */
const sourceOf = (remembered: object | undefined, more: Partial<BoardSource> = {}): BoardSource =>
  ({
    configurations: { fridge_compartments_number: '2' },
    open: [alert],
    reading: ({ kind }: { readonly kind: string }) =>
      kind === temperature.kind
        ? { at: AT, data: { T1: -10, T2: 15, T3: null, T4: null } }
        : kind === fridge.kind
          ? { at: AT, data: unit }
          : null,
    memory: () => remembered,
    isVisible: () => true,
    ...more,
  }) as unknown as BoardSource
const outside = (source: BoardSource) =>
  board.parts(source).map(({ values: { outside_since } }) => outside_since)

test.each<[string, BoardSource, (number | null)[]]>([
  [
    'that of each compartment',
    sourceOf({ held: true, outside: [60 * MINUTE, 90 * MINUTE] }),
    [60 * MINUTE, 90 * MINUTE],
  ],
  [
    'nothing where private hours hide it',
    sourceOf(
      { held: true, outside: [60 * MINUTE, 90 * MINUTE] },
      { isVisible: (_, at) => at > 80 * MINUTE },
    ),
    [null, 90 * MINUTE],
  ],
  [
    'that of the alert where the vehicle was outside before compartments had one',
    sourceOf({ held: true, outside: null }),
    [60 * MINUTE, 60 * MINUTE],
  ],
  [
    'that of the dwell before the alert is raised',
    sourceOf({ held: { since: { at: 97 * MINUTE, place: null } } }, { open: [] }),
    [97 * MINUTE, 97 * MINUTE],
  ],
])('the time outside is %s [eyecold.53]', (_, source, expected) => {
  expect(outside(source)).toEqual(expected)
})
