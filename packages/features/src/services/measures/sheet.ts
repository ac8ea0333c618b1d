// The sheet of a declared measurement: a row for every value that was kept, with the columns that the declaration names.
import type { Cell, Item, ReportAsk, ReportVehicle, Sheet } from '@flotta/platform/report.ts'
import { aboutVehicle, atColumn, column, eachVehicle } from '../../sheets.ts'
import type { Answer, Measures, MeasureValues, MeasureView } from './measures.ts'
import { measuresHistory } from './queries.ts'

/** What a sheet reads of a vehicle: the whole period of the report. */
export const reportedMeasures = <D extends object, V extends MeasureValues, M, B extends object>(
  { ctx, from, to }: ReportAsk,
  { vehicle }: ReportVehicle,
  measures: Measures<D, V, M, B>,
) => measuresHistory(ctx, vehicle, measures, { from, to: to - 1 })

/** @param isMarked whether a row is shown in a stronger colour, because something is out of range */
export function valuesSheet<D extends object, V extends MeasureValues, M, B extends object>(
  ask: ReportAsk,
  name: string,
  measures: Measures<D, V, M, B>,
  isMarked: (row: Answer<V>) => boolean = () => false,
): Sheet {
  const columns = Object.entries(measures.values).flatMap(([field, { view }]) =>
    view?.format === undefined
      ? []
      : [{ field, view, column: column(view.column ?? field, view.format, view.title) }],
  )
  const cellOf = (value: unknown, { words }: MeasureView): Cell =>
    typeof value !== 'number'
      ? null
      : words === undefined
        ? value
        : ask.ctx.say(ask.language, { key: words(value) })
  return {
    key: `${measures.service}_values`,
    name: { key: name },
    paper: false,
    columns: [aboutVehicle, atColumn, ...columns.map(({ column }) => column)],
    items: () =>
      eachVehicle(ask, async function* (reported): AsyncIterable<Item> {
        for (const row of await reportedMeasures(ask, reported, measures)) {
          const values: Readonly<Record<string, unknown>> = row
          const cells = columns.map(({ field, view }) => cellOf(values[field], view))
          yield {
            row: [reported.plate, Date.parse(row.message_datetime), ...cells],
            marked: isMarked(row),
          }
        }
      }),
  }
}
