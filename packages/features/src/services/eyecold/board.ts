// The reefers' board: a row for each compartment, with how far it is from its setpoint and for how long.
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import type { ConditionState } from '../../alerts/incidents/rules.ts'
import {
  type Board,
  type BoardPart,
  type BoardSource,
  figureCell,
  flagsOf,
  gravestTone,
  wordsCell,
} from '../board.ts'
import { door } from '../eyedoor/kinds.ts'
import { doorNames, ownDoors } from '../eyedoor/rules.ts'
import { fridge, temperature } from './kinds.ts'
import {
  alarmOf,
  compartmentOf,
  compartmentState,
  compartmentsOf,
  DEFROSTING,
  isOutOfRange,
  sensors,
  sensorsOf,
  setpoints,
  toleranceOf,
} from './rules.ts'

/** A parked device reports once an hour, ms. */
const HOLDS = HOUR + 10 * MINUTE
type Configurations = Readonly<Record<string, string>>
type Temperatures = Readonly<Record<(typeof sensors)[number], number | null>>
const statusNames = ['operation_status_c1', 'operation_status_c2', 'operation_status_c3'] as const

/** Of the sensors of a compartment, the temperature farthest from the setpoint. */
function actualOf(
  values: Temperatures | null,
  part: number,
  setpoint: number | null,
  configurations: Configurations,
): { readonly sensor: string; readonly value: number } | null {
  if (values === null) return null
  const compartments = compartmentsOf(configurations)
  let worst: { sensor: string; value: number } | null = null
  for (const [i, sensor] of sensors.slice(0, sensorsOf(configurations)).entries()) {
    const value = values[sensor]
    if (value === null || compartmentOf(i + 1, compartments) !== part) continue
    const isWorse =
      worst === null ||
      (setpoint !== null && Math.abs(value - setpoint) > Math.abs(worst.value - setpoint))
    if (isWorse) worst = { sensor, value }
  }
  return worst
}

/** The state of the alert; `outside` has one time for each compartment. */
interface OffRangeMemory {
  readonly held?: ConditionState
  readonly outside?: readonly (number | null)[] | null
}
/** Since when the vehicle is outside of its range, even if the alert is not raised yet, epoch ms; null: unknown. */
function outsideSinceOf({ held }: OffRangeMemory, { open }: BoardSource): number | null {
  const raised = open.find(({ code }) => code === 'temperature_out_of_range')
  if (raised !== undefined) return raised.since
  return typeof held === 'object' && 'since' in held ? held.since.at : null
}
/** The same for a compartment. The vehicle's time stands for it where the state is older than times by compartment. */
function outsideSince(source: BoardSource, part: number): number | null {
  const remembered = (source.memory('temperature_out_of_range') ?? {}) as OffRangeMemory
  const { outside } = remembered
  const since = outside ? (outside[part - 1] ?? null) : outsideSinceOf(remembered, source)
  return since !== null && source.isVisible(temperature.kind, since) ? since : null
}

/** The open doors of the vehicle: their number and the first of them; null: no door is wired, or the caller may not see any. */
function doorsOf({ reading, configurations }: BoardSource) {
  const last = reading(door)
  if (last === null) return { doors_open: null, door: null }
  const doors = ownDoors(last.data, configurations)
  const open = doorNames.filter(name => doors[name] === true)
  return doorNames.every(name => doors[name] === null)
    ? { doors_open: null, door: null }
    : {
        doors_open: open.length,
        door: open.length === 0 ? null : doorNames.indexOf(open[0] ?? 'door_1') + 1,
      }
}

interface Vehicle {
  readonly source: BoardSource
  readonly temperatures: { readonly at: number; readonly data: Temperatures } | null
  readonly unit: ReturnType<typeof unitOf>
  readonly doors: ReturnType<typeof doorsOf>
}
const unitOf = ({ reading }: BoardSource) => reading(fridge)

interface Gravity {
  readonly alarm: ReturnType<typeof alarmOf>
  /** The temperature is out of range while the compartment cools. */
  readonly isWrong: boolean
  readonly isOutside: boolean
  /** Off although it has a setpoint. */
  readonly isStopped: boolean
  /** A door is open while the compartment cools. */
  readonly warms: boolean
  /** Its setpoint differs from the work order's. */
  readonly differs: boolean
  /** Degrees from the setpoint, 0 to 99. */
  readonly far: number
}
/** The rank of a compartment among the rows, and its colour. */
const gravityOf = ({
  alarm,
  isWrong,
  isOutside,
  isStopped,
  warms,
  differs,
  far,
}: Gravity): Pick<BoardPart, 'risk' | 'tone'> => ({
  risk:
    (isWrong ? 400 : 0) +
    (alarm === 'blocked' ? 300 : alarm === 'operative' ? 120 : 0) +
    (isStopped ? 200 : 0) +
    (warms ? 110 : 0) +
    (differs ? 50 : 0) +
    (isOutside && !isWrong ? 30 : 0) +
    far,
  tone: gravestTone([
    isWrong && 'alarm',
    alarm === 'blocked' && 'alarm',
    alarm === 'operative' && 'warning',
    isStopped && 'warning',
    warms && 'warning',
    differs && 'warning',
  ]),
})

function compartment({ source, temperatures, unit, doors }: Vehicle, part: number): BoardPart {
  const { configurations } = source
  const tolerance = toleranceOf(configurations)
  const setpoint = unit?.data[setpoints[part - 1] ?? 'setpoint_t1'] ?? null
  const status = unit?.data[statusNames[part - 1] ?? 'operation_status_c1'] ?? null
  const overall = unit?.data.overall_status ?? null
  const actual = actualOf(temperatures?.data ?? null, part, setpoint, configurations)
  const state = compartmentState(status) ?? (overall === null ? null : overall === 1 ? 'on' : 'off')
  const alarm = alarmOf(unit?.data.alarm_status ?? null)
  const isOff = state === 'off' || overall === 0
  const defrosts = status !== null && (status & DEFROSTING) !== 0
  const deviation =
    actual === null || setpoint === null ? null : Math.round((actual.value - setpoint) * 10) / 10
  const isOutside = isOutOfRange(actual?.value ?? null, setpoint, tolerance)
  const isWrong = isOutside && !isOff && !defrosts
  const doorOpen = (doors.doors_open ?? 0) > 0
  return {
    part,
    at: temperatures?.at ?? unit?.at ?? null,
    values: {
      actual: actual?.value ?? null,
      sensor: actual?.sensor ?? null,
      setpoint,
      tolerance,
      deviation,
      outside: isOutside,
      outside_since: isWrong ? outsideSince(source, part) : null,
      ...doors,
      state: isOff ? 'off' : state,
      alarm,
    },
    ...gravityOf({
      alarm,
      isWrong,
      isOutside,
      isStopped: isOff && setpoint !== null,
      warms: doorOpen && !isOff,
      differs: source.open.some(({ code }) => code === 'setpoint_out_of_range') && part === 1,
      far: deviation === null ? 0 : Math.min(99, (Math.abs(deviation) / tolerance) * 10),
    }),
    flags: flagsOf({
      outside: isOutside,
      alarm: alarm === 'blocked' || alarm === 'operative',
      door: doorOpen,
      off: isOff,
      defrost: defrosts,
    }),
  }
}

const board: Board = {
  kinds: [temperature.kind, fridge.kind, door.kind],
  memories: ['temperature_out_of_range'],
  parts(source) {
    const vehicle = {
      source,
      temperatures: source.reading(temperature),
      unit: unitOf(source),
      doors: doorsOf(source),
    }
    return board.partsOf?.(source.configurations).map(part => compartment(vehicle, part)) ?? []
  },
  partsOf: configurations =>
    Array.from({ length: compartmentsOf(configurations) }, (_, i) => i + 1),
  columns: [
    {
      title: 'eyecold.board.actual',
      figure: true,
      cell: ({ actual, outside, state }) =>
        figureCell(actual, '°C', {
          decimals: 1,
          tone: outside === true && state !== 'off' && state !== 'defrosting' ? 'alarm' : undefined,
        }),
    },
    {
      title: 'eyecold.setpoint',
      figure: true,
      cell: ({ setpoint }) => figureCell(setpoint, '°C', { decimals: 1 }),
    },
    {
      title: 'eyecold.board.deviation',
      figure: true,
      cell: ({ deviation, outside, state }) =>
        typeof deviation !== 'number'
          ? null
          : {
              difference: deviation,
              unit: '°C',
              decimals: 1,
              tone:
                outside === true && state !== 'off' && state !== 'defrosting' ? 'alarm' : undefined,
            },
    },
    {
      title: 'eyecold.board.outside',
      figure: true,
      cell: ({ outside_since }) =>
        typeof outside_since === 'number' ? { since: outside_since, tone: 'alarm' } : null,
    },
    {
      title: 'eyecold.board.door',
      cell: ({ doors_open, door: first, state }) =>
        doors_open === null
          ? null
          : doors_open === 0
            ? wordsCell('eyecold.board.door_closed')
            : {
                key: 'eyecold.board.door_open',
                values: { door: Number(first) },
                tone: state === 'off' ? undefined : 'warning',
              },
    },
    {
      title: 'eyecold.unit',
      cell: ({ state, alarm, setpoint }) =>
        alarm === 'blocked'
          ? wordsCell('eyecold.board.blocked', 'alarm')
          : alarm === 'operative'
            ? wordsCell('eyecold.board.operative', 'warning')
            : state === null
              ? null
              : wordsCell(
                  `eyecold.state.${state}`,
                  state === 'off' && setpoint !== null ? 'warning' : undefined,
                ),
    },
  ],
  filters: [
    { name: 'outside', title: 'eyecold.out_of_range', tone: 'alarm' },
    { name: 'alarm', title: 'eyecold.board.in_alarm', tone: 'alarm' },
    { name: 'door', title: 'eyecold.board.with_door', tone: 'warning' },
    { name: 'off', title: 'eyecold.board.switched_off', tone: 'warning' },
    { name: 'defrost', title: 'eyecold.state.defrosting' },
  ],
  line: {
    kinds: [temperature.kind, fridge.kind],
    title: 'eyecold.temperature',
    unit: '°C',
    decimals: 1,
    holds: HOLDS,
    point(data, part, configurations) {
      const unit = data[fridge.kind] as Readonly<Record<string, number | null>> | null
      const setpoint = unit?.[setpoints[(part ?? 1) - 1] ?? 'setpoint_t1'] ?? null
      const tolerance = toleranceOf(configurations)
      const values = data[temperature.kind] as Temperatures | null
      return {
        value: actualOf(values, part ?? 1, setpoint, configurations)?.value ?? null,
        low: setpoint === null ? null : setpoint - tolerance,
        high: setpoint === null ? null : setpoint + tolerance,
      }
    },
  },
}
export default board
