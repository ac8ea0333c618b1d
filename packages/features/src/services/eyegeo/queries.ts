// The times in which a vehicle idled, from the history of its motion.
import { DAY } from '@flotta/core/time.ts'
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { visibleRanges } from '../../fleet/access/rules.ts'
import type { MotionChange } from '../../telemetry/motion/derive.ts'
import { storedReadingsOf } from '../../telemetry/pipeline/queries.ts'
import type { IgnitionChange } from './rules.ts'
import '../../telemetry/pipeline/tables.ts'

/** A stretch is stored when it ends; a longer one than this is not found. */
const LONGEST = DAY

/**
 * The stretches of idling that touch a period, as far as the caller may see them, as turns for
 * `idlingWithin`. An unfinished stretch reaches to the last record.
 */
export async function idlingTurns(
  ctx: Context,
  vehicle: VisibleVehicle,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<IgnitionChange[]> {
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
  const visible = visibleRanges('motion', vehicle, from, to)
  return stretches
    .flatMap(stretch =>
      visible.map(range => ({
        from: Math.max(stretch.from, range.from),
        to: Math.min(stretch.to, range.to),
      })),
    )
    .filter(part => part.to > part.from)
    .flatMap(part => [
      { at: part.from, on: true },
      { at: part.to, on: false },
    ])
}
