// For tests of report parts: calls a part as the engine does, and returns its sheets in a form that can be compared.
import type { Language } from '@flotta/core/languages.ts'
import type { Context } from '@flotta/platform/feature.ts'
import type {
  Cell,
  Item,
  ReportAsk,
  ReportChart,
  ReportPart,
  Sheet,
} from '@flotta/platform/report.ts'
import { sql } from 'kysely'
import { visibleVehicle, visibleVehiclesSql } from '../fleet/access/vehicles.ts'

export interface Period {
  readonly from: number
  readonly to: number
}
/** The input of a part, about all vehicles that the customer sees, or about one. */
export async function reportAskFor(
  ctx: Context,
  customer_id: number,
  { from, to }: Period,
  {
    language = 'en',
    addresses = false,
    vehicle_id,
  }: { language?: Language; addresses?: boolean; vehicle_id?: number } = {},
): Promise<ReportAsk> {
  const { rows } = await sql<{ id: number; plate: string; vehicle_type: string }>`
    select s.vehicle_id as id, s.plate, s.vehicle_type from ${visibleVehiclesSql(customer_id, ctx.now(), vehicle_id === undefined ? undefined : [vehicle_id])} s order by s.plate`.execute(
    ctx.db,
  )
  const { timezone } = await ctx.db
    .selectFrom('customers')
    .select('timezone')
    .where('id', '=', customer_id)
    .executeTakeFirstOrThrow()
  const vehicles = await Promise.all(
    rows.map(async ({ id, plate, vehicle_type }) => {
      const vehicle = await visibleVehicle(id, { customer_id }, ctx)
      if (vehicle === null) throw new Error('a vehicle that is seen is visible')
      return { vehicle, plate, vehicle_type, addresses }
    }),
  )
  return {
    ctx,
    customer_id,
    requested_by: null,
    language,
    timezone,
    from,
    to,
    vehicles,
    vehicle_id: vehicle_id ?? null,
    signal: new AbortController().signal,
  }
}

export interface SheetContents {
  /** By the keys of the columns. */
  readonly rows: readonly Readonly<Record<string, Cell>>[]
  /** The cells of a column, by its key. */
  column(key: string): Cell[]
  readonly marked: readonly boolean[]
  /** By the text of their label. */
  readonly totals: Readonly<Record<string, Readonly<Record<string, Cell>>>>
  readonly headings: readonly (readonly [heading: string, note?: string])[]
  readonly gaps: readonly (readonly [from: number, to: number])[]
  readonly charts: readonly ReportChart[]
}
export async function readSheet(
  { ctx, language }: Pick<ReportAsk, 'ctx' | 'language'>,
  sheet: Sheet,
): Promise<SheetContents> {
  const items: Item[] = []
  for await (const item of sheet.items()) items.push(item)
  const cellsByKey = (cells: readonly Cell[]) => {
    if (cells.length !== sheet.columns.length)
      throw new Error(`${sheet.key}: ${cells.length} cells in ${sheet.columns.length} columns`)
    return Object.fromEntries(sheet.columns.map(({ key }, i) => [key, cells[i] ?? null]))
  }
  const rows = items.flatMap(item => ('row' in item ? [cellsByKey(item.row)] : []))
  return {
    rows,
    column: key => rows.map(row => row[key] ?? null),
    marked: items.flatMap(item => ('row' in item ? [item.marked === true] : [])),
    totals: Object.fromEntries(
      items.flatMap(item =>
        'total' in item ? [[ctx.say(language, item.label), cellsByKey(item.total)]] : [],
      ),
    ),
    headings: items.flatMap(item =>
      'heading' in item
        ? [
            item.note === undefined
              ? ([item.heading] as const)
              : ([item.heading, item.note] as const),
          ]
        : [],
    ),
    gaps: items.flatMap(item => ('gap' in item ? [item.gap] : [])),
    charts: items.flatMap(item => ('chart' in item ? [item.chart] : [])),
  }
}
/** The sheets of a part, by their keys. */
export async function readSheets(
  parts: readonly ReportPart[],
  service: string,
  ask: ReportAsk,
): Promise<Readonly<Record<string, SheetContents>>> {
  const part = parts.find(p => p.service === service)
  if (part === undefined) throw new Error(`no part is called ${service}`)
  return Object.fromEntries(
    await Promise.all(
      part.sheets(ask).map(async sheet => [sheet.key, await readSheet(ask, sheet)] as const),
    ),
  )
}
