// The table and the insert statement of the bench's peers: positions alone, in groups.
import type { Message } from '@flotta/core/telemetry.ts'
import { columns } from '@flotta/platform/columns.ts'

export const CREATE = `create table positions (
  message_datetime timestamptz not null, vehicle_id integer not null, latitude_e7 integer, longitude_e7 integer, altitude smallint, direction smallint, speed smallint,
  satellites smallint, io bytea, primary key (vehicle_id, message_datetime) include (latitude_e7, longitude_e7, speed, direction)
) with (autovacuum_vacuum_insert_scale_factor = 0.01)`
const INSERT = `insert into positions (message_datetime, vehicle_id, latitude_e7, longitude_e7, altitude, direction, speed, satellites, io)
  select * from unnest($1::timestamptz[], $2::int4[], $3::int4[], $4::int4[], $5::int2[], $6::int2[], $7::int2[], $8::int2[], $9::bytea[]) on conflict do nothing`

/** The insert statement of a group; `ids` are the vehicles of `messages`. */
export function insertOf(ids: readonly number[], messages: readonly Message[]) {
  return {
    name: 'positions',
    text: INSERT,
    values: [
      columns.timestamptz(messages.map(m => m.at)),
      columns.int4(ids),
      columns.int4(messages.map(m => m.fix?.latitude_e7 ?? null)),
      columns.int4(messages.map(m => m.fix?.longitude_e7 ?? null)),
      columns.int2(messages.map(m => m.fix?.altitude ?? null)),
      columns.int2(messages.map(m => m.fix?.direction ?? null)),
      columns.int2(messages.map(m => m.fix?.speed ?? null)),
      columns.int2(messages.map(m => m.fix?.satellites ?? null)),
      columns.bytea(messages.map(m => m.io)),
    ],
  }
}
