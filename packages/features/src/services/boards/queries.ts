// Reads the rows of a service's board for a customer, the riskiest first, and the last day of the values that the board draws.
import { finder } from '@flotta/core/searchable.ts'
import { DAY, instantOf } from '@flotta/core/time.ts'
import type { Caller, Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { coalesce } from '@flotta/platform/request-coalescer.ts'
import { sql } from 'kysely'
import { alertDefinition } from '../../alerts/incidents/catalogue.ts'
import { openIncidents } from '../../alerts/incidents/visible-incidents.ts'
import { noAccess } from '../../fleet/access/rules.ts'
import { visibleVehicle } from '../../fleet/access/vehicles.ts'
import { configurationsOf } from '../../fleet/vehicles/queries.ts'
import { storedReadingsOf } from '../../telemetry/pipeline/queries.ts'
import type { Board, BoardPart, BoardLine as LineDeclaration, OpenCondition } from '../board.ts'
import { havingService, type StateRow, standingOf } from '../queries.ts'
import { alertCodesOf, type Service } from '../service.ts'
import { isOpen, serviceOf } from '../services.ts'
import { boardOf } from './boards.ts'
import { type BoardLine, type BoardRow, LINE_POINTS } from './contract.ts'
import { lineOf, type ReadingRow } from './rules.ts'

/** The open alerts of the service on each vehicle. */
async function openConditions(
  ctx: Context,
  customer_id: number,
  service: Service,
): Promise<Map<number, OpenCondition[]>> {
  const codes = new Set(alertCodesOf(service))
  const { rows } = await sql<{ vehicle_id: number; alert_id: number; since: number }>`
    select o.vehicle_id, o.alert_id, date_part('epoch', o.opened_at) * 1000 as since
    from ${openIncidents(customer_id, ctx.now())} o`.execute(ctx.db)
  const open = new Map<number, OpenCondition[]>()
  for (const { vehicle_id, alert_id, since } of rows) {
    const definition = alertDefinition(alert_id)
    if (definition === undefined || !codes.has(definition.code)) continue
    const conditions = open.get(vehicle_id) ?? []
    conditions.push({ code: definition.code, severity: definition.severity, since })
    open.set(vehicle_id, conditions)
  }
  return open
}

/** A row before it is written out: thousands are sorted, but only one page is sent. */
interface RankedRow {
  readonly vehicle: StateRow
  readonly part: BoardPart
  /** How many rows the vehicle has. */
  readonly parts: number
}
const NONE: readonly OpenCondition[] = []
async function rowsByRisk(
  ctx: Context,
  customer_id: number,
  service: Service,
  board: Board,
): Promise<RankedRow[]> {
  const [{ rows, access }, open] = await Promise.all([
    havingService(ctx, customer_id, service, board),
    openConditions(ctx, customer_id, service),
  ])
  const ranked: RankedRow[] = []
  for (const vehicle of rows) {
    const parts = board.parts({
      ...standingOf(vehicle, access.get(vehicle.vehicle_id) ?? noAccess),
      open: open.get(vehicle.vehicle_id) ?? NONE,
    })
    for (const part of parts) ranked.push({ vehicle, part, parts: parts.length })
  }
  // The rows come sorted by plate, and sorting keeps the order of equal ones.
  return ranked.sort((a, b) => b.part.risk - a.part.risk)
}
/** Calls that arrive at the same moment share one answer. */
const rankedRows = coalesce(
  (ctx, { customer_id, code }: { readonly customer_id: number; readonly code: string }) => {
    const [service, board] = [serviceOf(code), boardOf(code)]
    return service === undefined || board === undefined
      ? Promise.resolve<RankedRow[]>([])
      : rowsByRisk(ctx, customer_id, service, board)
  },
)

function rowOf({ vehicle, part: own, parts }: RankedRow): BoardRow {
  const { vehicle_id, plate, vehicle_type, fleet_id, contact } = vehicle
  const { part, at, tone, flags, values } = own
  return {
    id: part === null ? String(vehicle_id) : `${vehicle_id}-${part}`,
    vehicle_id,
    plate,
    vehicle_type,
    fleet_id,
    part,
    parts,
    message_datetime: at === null ? null : instantOf(at),
    last_contact: contact === null ? null : instantOf(contact),
    tone,
    flags: [...flags],
    values,
  }
}

interface RowQuery {
  readonly page: number
  readonly per_page: number
  readonly search?: string | undefined
  readonly filter?: string | undefined
  readonly fleet_ids?: readonly number[] | undefined
}
/** The names of a board's filters. */
export const filterNames = (code: string): readonly string[] => [
  'wrong',
  ...(boardOf(code)?.filters.map(({ name }) => name) ?? []),
]
const passesFilter = ({ part }: RankedRow, filter: string): boolean =>
  filter === 'wrong' ? part.tone !== null : part.flags.includes(filter)

/** The rows that pass the search and the fleets; without either all rows, unfiltered. */
function matching(
  all: readonly RankedRow[],
  { search = '', fleet_ids }: RowQuery,
): readonly RankedRow[] {
  const fleets = fleet_ids && new Set(fleet_ids)
  const isFound = search === '' ? null : finder(search)
  if (isFound === null && fleets === undefined) return all
  return all.filter(
    ({ vehicle: { plate, fleet_id } }) =>
      (isFound === null || isFound(plate)) &&
      (fleets === undefined || (fleet_id !== null && fleets.has(fleet_id))),
  )
}

/** A page of the requested rows, their total number, and the number of rows that pass each filter. */
export async function boardPage(
  ctx: Context,
  customer_id: number,
  code: string,
  query: RowQuery,
): Promise<{
  readonly rows: BoardRow[]
  readonly total: number
  readonly counts: Record<string, number>
}> {
  const { page, per_page, filter } = query
  const matches = matching(await rankedRows(ctx, { customer_id, code }), query)
  const counts: Record<string, number> = { all: matches.length }
  for (const name of filterNames(code)) {
    let count = 0
    for (const row of matches) if (passesFilter(row, name)) count++
    counts[name] = count
  }
  const rows = filter === undefined ? matches : matches.filter(row => passesFilter(row, filter))
  return {
    rows: rows.slice((page - 1) * per_page, page * per_page).map(rowOf),
    total: rows.length,
    counts,
  }
}

/** Vehicles whose lines are read at once. */
const AT_ONCE = 4

async function linesOfVehicle(
  ctx: Context,
  vehicle: VisibleVehicle,
  line: LineDeclaration,
  configurations: Readonly<Record<string, string>>,
  parts: readonly (number | null)[],
): Promise<BoardLine[]> {
  const to = ctx.now()
  const from = to - DAY
  const series: readonly (readonly [string, readonly ReadingRow[]])[] = await Promise.all(
    line.kinds.map(
      async kind =>
        [
          kind,
          await storedReadingsOf<object>(ctx, vehicle, kind, from - line.holds, to, {
            rows: 'steady',
          }),
        ] as const,
    ),
  )
  return parts.map(part => ({
    vehicle_id: vehicle.vehicle_id,
    part,
    ...lineOf(series, { from, to, points: LINE_POINTS, holds: line.holds }, data =>
      line.point(data, part, configurations),
    ),
  }))
}

/** The lines of these vehicles, as far as the caller has the service on them; others are left out. */
export async function boardLines(
  ctx: Context,
  caller: Caller,
  service: Service,
  vehicle_ids: readonly number[],
): Promise<BoardLine[]> {
  const board = boardOf(service.code)
  const { line } = board ?? {}
  if (board === undefined || line === undefined) return []
  const lines: BoardLine[] = []
  const oneVehicle = async (id: number): Promise<BoardLine[]> => {
    const vehicle = await visibleVehicle(id, caller, ctx)
    if (vehicle === null || !isOpen(service, vehicle.agreements)) return []
    const configurations = await configurationsOf(ctx, vehicle)
    return linesOfVehicle(
      ctx,
      vehicle,
      line,
      configurations,
      board.partsOf?.(configurations) ?? [null],
    )
  }
  const ids = [...new Set(vehicle_ids)]
  for (let i = 0; i < ids.length; i += AT_ONCE)
    lines.push(...(await Promise.all(ids.slice(i, i + AT_ONCE).map(oneVehicle))).flat())
  return lines
}
