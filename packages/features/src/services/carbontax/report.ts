// The carbon tax report: hours and litres of each month within the period.
import { type DayPart, daysOf } from '@flotta/core/zones.ts'
import type {
  Cell,
  Item,
  ReportAsk,
  ReportPart,
  ReportVehicle,
  Sheet,
} from '@flotta/platform/report.ts'
import { configurationsOf } from '../../fleet/vehicles/queries.ts'
import {
  column,
  fromColumn,
  offPaper,
  sumOf,
  toColumn,
  totalOf,
  vehicleSheet,
} from '../../sheets.ts'
import { readingsAround } from './queries.ts'
import { carbontaxReport } from './report-services.ts'
import { averageOf, blockOf, hoursBetween, litresOf, type Span } from './rules.ts'

interface Month extends Span {
  readonly month: string
}
/** The calendar months, cut to the period. */
function calendarMonthsOf(days: readonly DayPart[]): Month[] {
  const months: Month[] = []
  for (const { day, from, to } of days) {
    const month = day.slice(0, 7)
    const last = months.at(-1)
    if (last?.month === month) months[months.length - 1] = { ...last, end: to }
    else months.push({ month, start: from, end: to })
  }
  return months
}
async function monthFiguresOf({ ctx, from, to, timezone }: ReportAsk, { vehicle }: ReportVehicle) {
  const months = calendarMonthsOf(daysOf(from, to, timezone))
  const spans = Object.fromEntries(months.map(({ month, start, end }) => [month, { start, end }]))
  const [hours, configurations] = await Promise.all([
    readingsAround(ctx, vehicle, spans),
    configurationsOf(ctx, vehicle),
  ])
  if (hours === null) return null
  const average = averageOf(configurations)
  return months.flatMap(span => {
    const around = hours.around[span.month]
    if (around === undefined) return []
    const block = blockOf(span, around)
    const [start_hours, end_hours] = [block.first?.hours ?? null, block.last?.hours ?? null]
    return [
      {
        ...span,
        ...block,
        start_hours,
        end_hours,
        hours: hoursBetween({ start_hours, end_hours }),
        litres: litresOf(block, average),
      },
    ]
  })
}
type MonthFigures = NonNullable<Awaited<ReturnType<typeof monthFiguresOf>>>
const sumsOf = (months: MonthFigures): Cell[] => [
  sumOf(months.map(m => m.hours)),
  sumOf(months.map(m => m.litres)),
]
const figureColumns = [
  column('hours', 'hours', 'carbontax.hours'),
  column('litres', 'litres', 'carbontax.consumption'),
]

const months = (ask: ReportAsk): Sheet =>
  vehicleSheet(
    ask,
    'carbontax_months',
    'carbontax.title',
    [
      column('month', 'text', 'carbontax.report.month'),
      fromColumn,
      toColumn,
      column('start_hours', 'hours', 'carbontax.start_hours'),
      column('end_hours', 'hours', 'carbontax.end_hours'),
      ...figureColumns,
      column('note', 'text', 'carbontax.report.note'),
    ],
    async function* (reportVehicle): AsyncIterable<Item> {
      const months = await monthFiguresOf(ask, reportVehicle)
      if (months === null) return
      for (const { month, start, end, start_hours, end_hours, hours, litres, alert } of months) {
        const note =
          alert === 0 ? null : ask.ctx.say(ask.language, { key: `carbontax.report.alert.${alert}` })
        yield {
          row: [
            reportVehicle.plate,
            month,
            start,
            end,
            start_hours,
            end_hours,
            hours,
            litres,
            note,
          ],
          marked: alert !== 0,
        }
      }
      yield {
        total: [null, null, null, null, null, null, ...sumsOf(months), null],
        label: totalOf(reportVehicle.plate),
      }
    },
  )

export const reports: readonly ReportPart[] = [
  {
    ...carbontaxReport,
    sheets: ask => [months(ask)],
    line: {
      columns: figureColumns.slice(1).map(offPaper),
      async of(ask, reportVehicle) {
        const months = await monthFiguresOf(ask, reportVehicle)
        return months === null ? [null] : sumsOf(months).slice(1)
      },
    },
  },
]
