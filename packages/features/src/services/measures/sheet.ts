// The sheet of a declared measurement: a row for every stored value, with the columns of the declaration.
import type {
  Cell,
  Column,
  Item,
  ReportAsk,
  ReportVehicle,
  Sheet,
} from '@flotta/platform/report.ts'
import { aboutVehicle, atColumn, eachVehicle } from '../../sheets.ts'
import type { Measures, MeasureValues, MeasureView } from './measures.ts'
import { measuresHistory } from './queries.ts'

/** The values of a vehicle in the whole period of the report. */
export const reportedMeasures = <V extends MeasureValues>(
  { ctx, from, to }: ReportAsk,
  { vehicle }: ReportVehicle,
  measures: Measures<V>,
) => measuresHistory(ctx, vehicle, measures, { from, to: to - 1 })

const columnsOf = (values: MeasureValues) =>
  Object.entries(values).flatMap(([field, { view }]) => {
    if (view?.format === undefined) return []
    const title = { key: view.title, ...(view.named && { values: view.named }) }
    const column: Column = { key: view.column ?? field, format: view.format, title }
    return [{ field, view, column }]
  })

/** @param isMarked whether a row is highlighted, because a value is out of range */
export function valuesSheet<R extends { readonly message_datetime: string }>(
  ask: ReportAsk,
  name: string,
  { service, values }: { readonly service: string; readonly values: MeasureValues },
  rowsOf: (vehicle: ReportVehicle) => Promise<readonly R[]>,
  isMarked: (row: R) => boolean = () => false,
): Sheet {
  const columns = columnsOf(values)
  const cellOf = (value: unknown, { words, format }: MeasureView): Cell => {
    if (typeof value !== 'number') return null
    if (format === 'flag') return value === 1
    return words === undefined ? value : ask.ctx.say(ask.language, { key: words(value) })
  }
  return {
    key: `${service}_values`,
    name: { key: name },
    paper: false,
    columns: [aboutVehicle, atColumn, ...columns.map(({ column }) => column)],
    items: () =>
      eachVehicle(ask, async function* (vehicle): AsyncIterable<Item> {
        for (const row of await rowsOf(vehicle)) {
          const answers: Readonly<Record<string, unknown>> = { ...row }
          const cells = columns.map(({ field, view }) => cellOf(answers[field], view))
          const at = Date.parse(row.message_datetime)
          yield { row: [vehicle.plate, at, ...cells], marked: isMarked(row) }
        }
      }),
  }
}
