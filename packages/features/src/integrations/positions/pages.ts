// Reads the positions of vehicles one after the other until a page is full.
import { DAY } from '@flotta/core/time.ts'
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { visibleRanges } from '../../fleet/access/rules.ts'
import { fixColumns } from '../../telemetry/packs/codec.ts'
import { readPositions } from '../../telemetry/packs/queries.ts'
import { millis } from '../../telemetry/packs/rows.ts'
import type { FeedPosition } from '../feed/contract.ts'
import { positionRecord } from '../feed/position-rows.ts'

/** Days of vehicles that one call reads at most: where they have few positions, an answer is shorter than its limit although there is more. */
const MOST_READS = 400
/** Greater than every number within an instant. */
const LAST_SEQ = 65_535

/** The last position that was delivered. */
interface Spot {
  readonly vehicle_id: number
  readonly at: number
  readonly seq: number
}
export interface Question {
  /** In the order of their ids. */
  readonly vehicles: readonly VisibleVehicle[]
  readonly plates: ReadonlyMap<number, string>
  readonly from: number
  readonly to: number
  readonly limit: number
}
export interface PositionPage {
  readonly rows: FeedPosition[]
  readonly cursor: string | null
  readonly more: boolean
  /** The vehicles with positions in the page. */
  readonly vehicles: readonly VisibleVehicle[]
}

const spotOf = (cursor: string): Spot => {
  const [vehicle_id = 0, at = 0, seq = 0] = cursor.split('-').map(Number)
  return { vehicle_id, at, seq }
}
const cursorOf = ({ vehicle_id, at, seq }: Spot): string => `${vehicle_id}-${at}-${seq}`

export async function positionPage(
  ctx: Pick<Context, 'pool'>,
  question: Question,
  cursor: string | undefined,
): Promise<PositionPage> {
  const { from, to, limit } = question
  const rows: FeedPosition[] = []
  const vehiclesOfPage: VisibleVehicle[] = []
  let spot = cursor === undefined ? null : spotOf(cursor)
  let reads = 0
  const page = (more: boolean): PositionPage => ({
    rows,
    cursor: spot === null ? null : cursorOf(spot),
    more,
    vehicles: vehiclesOfPage,
  })
  for (const vehicle of question.vehicles) {
    const { vehicle_id } = vehicle
    if (spot !== null && vehicle_id < spot.vehicle_id) continue
    const begin = spot?.vehicle_id === vehicle_id ? Math.max(from, spot.at) : from
    for (let since = begin; since <= to; since += DAY) {
      if (rows.length === limit || reads++ === MOST_READS) return page(true)
      const until = Math.min(since + DAY - 1, to)
      const day = await dayOf(ctx, vehicle, since, until, question.plates)
      const fresh = spot === null ? day : day.filter(row => isAfter(row, spot))
      if (fresh.length > 0 && vehiclesOfPage.at(-1) !== vehicle) vehiclesOfPage.push(vehicle)
      for (const { row, ...place } of fresh) {
        if (rows.length === limit) return page(true)
        rows.push(row)
        spot = place
      }
      spot = { vehicle_id, at: until, seq: LAST_SEQ }
    }
  }
  return page(false)
}
const isAfter = ({ vehicle_id, at, seq }: Spot, spot: Spot | null): boolean =>
  spot === null ||
  vehicle_id !== spot.vehicle_id ||
  at > spot.at ||
  (at === spot.at && seq > spot.seq)

async function dayOf(
  ctx: Pick<Context, 'pool'>,
  vehicle: VisibleVehicle,
  from: number,
  to: number,
  plates: ReadonlyMap<number, string>,
): Promise<(Spot & { readonly row: FeedPosition })[]> {
  const { vehicle_id } = vehicle
  const fields = fixColumns
  const day = await readPositions(
    ctx.pool,
    vehicle_id,
    visibleRanges('position', vehicle, from, to),
    {
      fields,
      onlyFixes: true,
    },
  )
  return [...day.micros].map((micros, i) => {
    const [at, seq] = [Math.floor(millis(micros)), day.seq[i] ?? 0]
    const key = { vehicle_id, at, seq }
    return { ...key, row: positionRecord(key, plates.get(vehicle_id) ?? '', day, i) }
  })
}
