// The times in which a vehicle was idling, from the history of its motion. Every figure of idling is computed here.
import { DAY } from '@flotta/core/time.ts'
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { type TimeRange, visibleRanges } from '../../fleet/access/rules.ts'
import type { MotionChange } from '../motion/derive.ts'
import { storedReadingsOf } from '../pipeline/queries.ts'
import { cutTo } from './rules.ts'
import '../pipeline/tables.ts'

/** A stretch is stored when it ends; one longer than this is not found. */
const LONGEST = DAY

/**
 * The stretches of idling within a period, in order, as far as the caller may see them. An unfinished one reaches to the last record. null: the vehicle never
 * reported its engine, or the caller may not see it.
 */
export async function idlingStretches(
  ctx: Context,
  vehicle: VisibleVehicle,
  { from, to }: TimeRange,
): Promise<TimeRange[] | null> {
  const visible = visibleRanges('motion', vehicle, from, to)
  if (visible.length === 0) return null
  const [changes, now] = await Promise.all([
    storedReadingsOf<MotionChange>(ctx, vehicle, 'motion', from, to + LONGEST),
    ctx.db
      .selectFrom('vehicle_state')
      .where('vehicle_id', '=', vehicle.vehicle_id)
      .select(['motion', 'motion_since', 'message_datetime'])
      .executeTakeFirst(),
  ])
  const stretches = changes.flatMap(({ at, data }) =>
    data.idled_since === null ? [] : [{ from: data.idled_since, to: at }],
  )
  if (now?.motion === 'idling' && now.motion_since !== null)
    stretches.push({ from: now.motion_since.getTime(), to: now.message_datetime.getTime() })
  const tellsEngine = (motion: MotionChange['motion'] | undefined) =>
    motion === 'idling' || motion === 'parked'
  if (
    stretches.length === 0 &&
    !tellsEngine(now?.motion) &&
    !changes.some(({ data }) => tellsEngine(data.motion))
  )
    return null
  return stretches.flatMap(stretch => visible.flatMap(range => cutTo(stretch, range)))
}
