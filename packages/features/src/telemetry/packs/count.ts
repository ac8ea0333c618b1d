// The number of positions of a vehicle since a moment, as an SQL expression.
import { type RawBuilder, sql } from 'kysely'

/** Counts whole packed days by their row; only the day in which the moment lies is unpacked. */
export const positionCountSql = (
  vehicle: RawBuilder<unknown>,
  since: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  (select (select count(*) from positions p where p.vehicle_id = ${vehicle} and p.message_datetime >= asked.since)
    + coalesce((select sum(case when k.first_at >= asked.since then k.count
        else (select count(*) from unpack_positions(k) u where u.message_datetime >= asked.since) end)::bigint
      from position_packs k where k.vehicle_id = ${vehicle} and k.last_at >= asked.since and k.day >= (asked.since at time zone 'UTC')::date), 0)
  from (select ${since} as since) asked)`
