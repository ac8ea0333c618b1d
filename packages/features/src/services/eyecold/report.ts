// What a report of refrigeration units tells: their hours, defrosts and alarms by day, and everything that changed.
import type { ReadingKinds } from '@flotta/core/telemetry.ts'
import { HOUR } from '@flotta/core/time.ts'
import type {
  Cell,
  Column,
  Item,
  ReportAsk,
  ReportPart,
  ReportVehicle,
  Sheet,
} from '@flotta/platform/report.ts'
import {
  atColumn,
  type Changes,
  changesOf,
  column,
  daySheet,
  type HeldValue,
  heldValues,
  offPaper,
  SILENT_AFTER,
  vehicleSheet,
} from '../../sheets.ts'
import { fridge } from './kinds.ts'
import { fridgeReport } from './report-services.ts'
import { alarmOf, compartmentState, modeOf, setpoints } from './rules.ts'

type UnitChanges = Changes<ReadingKinds['fridge']>
const compartments = [1, 2, 3] as const

/** Spans of the period in which something held, of all that is told. */
const spans = (
  changes: readonly UnitChanges[],
  holds: (unit: UnitChanges['readings'][number]['data']) => boolean,
): HeldValue<boolean>[] =>
  changes.flatMap(change => heldValues(change, holds, SILENT_AFTER)).filter(({ value }) => value)
const within = (spans: readonly HeldValue<boolean>[], from: number, to: number): number =>
  spans.reduce(
    (sum, span) => sum + Math.max(0, Math.min(to, span.to) - Math.max(from, span.from)),
    0,
  )
const countBegun = (spans: readonly HeldValue<boolean>[], from: number, to: number): number =>
  spans.filter(span => span.began && from <= span.from && span.from < to).length

const figureColumns: readonly Column[] = [
  column('on', 'hours', 'eyecold.report.on'),
  column('engine', 'hours', 'eyecold.report.engine'),
  column('electric', 'hours', 'eyecold.report.electric'),
  column('defrosts', 'count', 'eyecold.report.defrosts'),
  column('alarms', 'count', 'eyecold.report.alarms'),
]
/** How far a counter of hours went in a time, whenever it told of it; null: it never tells. One that begins anew goes on from there. */
function counting(
  changes: readonly UnitChanges[],
  hours: (unit: UnitChanges['readings'][number]['data']) => number | null,
): (from: number, to: number) => number | null {
  let tells = false
  const steps = changes.flatMap(({ readings }) => {
    let before: number | null = null
    return readings.flatMap(({ at, data }) => {
      const now = hours(data)
      if (now === null) return []
      tells = true
      const by = before === null ? 0 : Math.max(0, now - before)
      before = now
      return [{ at, by }]
    })
  })
  return (from, to) =>
    tells ? steps.reduce((sum, { at, by }) => sum + (from <= at && at < to ? by : 0), 0) : null
}
/** What of a time holds; the same rule for days and for their period. A unit may be switched on while its engine stands still. */
function figuring(changes: readonly UnitChanges[]): (from: number, to: number) => Cell[] {
  const on = spans(changes, unit => unit.overall_status === 1)
  const engine = counting(changes, unit => unit.hour_meter_fuel)
  const electric = counting(changes, unit => unit.hour_meter_electric)
  const alarms = spans(changes, unit => (unit.alarm_status ?? 0) > 0)
  const defrosts = compartments.flatMap(n =>
    spans(changes, unit => compartmentState(unit[`operation_status_c${n}`]) === 'defrosting'),
  )
  return (from, to) => [
    within(on, from, to) / HOUR,
    engine(from, to),
    electric(from, to),
    countBegun(defrosts, from, to),
    countBegun(alarms, from, to),
  ]
}
const days = (ask: ReportAsk): Sheet =>
  daySheet(ask, 'fridge_days', 'eyecold.report.days', figureColumns, async one => {
    const changes = await changesOf(ask, one, fridge)
    return changes.every(({ readings }) => readings.length === 0) ? null : figuring(changes)
  })

/** A value of a unit that people follow: its title, and how it is said. */
interface TrackedValue {
  readonly title: string
  readonly number?: number
  read(unit: UnitChanges['readings'][number]['data']): string | null
  readonly isAlarm?: (text: string) => boolean
  /** Values between which it changes all day while nothing is wrong. */
  readonly usual?: readonly (string | null)[]
}
/** The words of a key in the report's language; null for null. */
type Say = (key: string | null) => string | null
const trackedValues = ({ ctx, language }: ReportAsk): readonly TrackedValue[] => {
  const say: Say = key => (key === null ? null : ctx.say(language, { key }))
  const celsius = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'celsius',
    maximumFractionDigits: 1,
  })
  return [
    ...unitValues(say),
    ...compartments.flatMap(number => compartmentValues(number, say, celsius)),
  ]
}
const unitValues = (say: Say): readonly TrackedValue[] => {
  const alarmNone = say('eyecold.alarm.none')
  return [
    {
      title: 'eyecold.overall_status',
      read: ({ overall_status: on }) =>
        on === null ? null : say(on === 1 ? 'eyecold.on' : 'eyecold.off'),
    },
    {
      title: 'eyecold.operating_mode',
      read: ({ operating_mode: mode }) =>
        mode === 0 || mode === 1 ? say(`eyecold.operating.${mode}`) : null,
    },
    {
      title: 'eyecold.engine_status',
      read: ({ engine_status }) =>
        engine_status === null ? null : say(`eyecold.engine.${engine_status}`),
    },
    {
      title: 'eyecold.alarm_status',
      read: ({ alarm_status }) => {
        const alarm = alarmOf(alarm_status)
        return alarm === null ? null : say(`eyecold.alarm.${alarm}`)
      },
      isAlarm: text => text !== alarmNone,
    },
  ]
}
const compartmentValues = (
  number: (typeof compartments)[number],
  say: Say,
  celsius: Intl.NumberFormat,
): readonly TrackedValue[] => [
  {
    title: 'eyecold.report.state_of',
    number,
    read: unit => {
      const state = compartmentState(unit[`operation_status_c${number}`])
      return state === null ? null : say(`eyecold.state.${state}`)
    },
  },
  {
    title: 'eyecold.report.mode_of',
    number,
    usual: [say('eyecold.mode.cooling'), say('eyecold.mode.idle'), say('eyecold.mode.heating')],
    read: unit => {
      const mode = modeOf(unit[`operation_mode_c${number}`])
      return mode === null ? null : say(`eyecold.mode.${mode}`)
    },
  },
  {
    title: 'eyecold.setpoint_of',
    number,
    read: unit => {
      const value = unit[setpoints[number - 1] ?? 'setpoint_t1']
      return value === null ? null : celsius.format(value)
    },
  },
]
interface ValueChange {
  readonly at: number
  readonly title: string
  readonly before: string | null
  readonly now: string
  readonly isAlarm: boolean
  readonly isUsual: boolean
}
/** What was said otherwise than before, in its order; of what is told first the value before is not known. */
function changedIn(
  changes: readonly UnitChanges[],
  watch: readonly TrackedValue[],
  say: (trackedValue: TrackedValue) => string,
): ValueChange[] {
  const valueChanges: ValueChange[] = []
  for (const one of watch)
    for (const change of changes) {
      let before: string | null = null
      for (const { from, value, began } of heldValues(change, one.read, SILENT_AFTER)) {
        if (value === null) continue
        if (began && value !== before)
          valueChanges.push({
            at: from,
            title: say(one),
            before,
            now: value,
            isAlarm: one.isAlarm?.(value) ?? false,
            isUsual: [before, value].every(text => one.usual?.includes(text) ?? false),
          })
        before = value
      }
    }
  return valueChanges.sort((a, b) => a.at - b.at)
}
const events = (ask: ReportAsk): Sheet => {
  const { ctx, language } = ask
  const watch = trackedValues(ask)
  const say = ({ title, number }: TrackedValue) =>
    ctx.say(language, number === undefined ? { key: title } : { key: title, values: { number } })
  return vehicleSheet(
    ask,
    'fridge_events',
    'eyecold.report.events',
    [
      atColumn,
      column('what', 'text', 'eyecold.report.what'),
      column('before', 'text', 'eyecold.report.before'),
      column('now', 'text', 'eyecold.report.now'),
    ],
    async function* (one: ReportVehicle): AsyncIterable<Item> {
      for (const { at, title, before, now, isAlarm, isUsual } of changedIn(
        await changesOf(ask, one, fridge),
        watch,
        say,
      ))
        yield {
          row: [one.plate, at, title, before, now],
          marked: isAlarm,
          ...(isUsual && { paper: false }),
        }
    },
  )
}

export const reports: readonly ReportPart[] = [
  {
    ...fridgeReport,
    sheets: ask => [days(ask), events(ask)],
    line: {
      columns: [
        column('fridge_on', 'hours', 'eyecold.report.on'),
        offPaper(column('fridge_alarms', 'count', 'eyecold.report.alarms')),
      ],
      async of(ask, one) {
        const changes = await changesOf(ask, one, fridge)
        if (changes.every(({ readings }) => readings.length === 0)) return [null, null]
        const [on = null, , , , alarms = null] = figuring(changes)(ask.from, ask.to)
        return [on, alarms]
      },
    },
  },
]
