// The report of refrigeration units: hours, defrosts and alarms by day, and every change.
import { HOUR } from '@flotta/core/time.ts'
import type { Cell, Column, ReportAsk, ReportPart, Sheet } from '@flotta/platform/report.ts'
import {
  changesOf,
  column,
  daySheet,
  type HeldValue,
  heldValues,
  isUntold,
  offPaper,
  SILENT_AFTER,
} from '../../sheets.ts'
import { fridge } from './kinds.ts'
import { compartments, events, type UnitChanges } from './report-events.ts'
import { fridgeReport } from './report-services.ts'
import { compartmentState } from './rules.ts'

/** The stretches of the period in which a condition holds. */
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
/** By how much an hour counter has grown within a time; null: it never reported. A counter that restarts is added on. */
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
/** The figures of a time; the same rule for days and for their period. A unit may be switched on while its engine stands still. */
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
    return isUntold(changes) ? null : figuring(changes)
  })

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
        if (isUntold(changes)) return [null, null]
        const [on = null, , , , alarms = null] = figuring(changes)(ask.from, ask.to)
        return [on, alarms]
      },
    },
  },
]
