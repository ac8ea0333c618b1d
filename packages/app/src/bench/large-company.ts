// A large company for the benches: its fleets, people, hubs, drivers and costs, and reefers that are too warm.
import { hashPassword } from '@flotta/platform/passwords.ts'
import type { Company } from './fleet.ts'
import type { Database } from './product.ts'

export const FLEETS = 200
export const HUBS = 1_000
export const DRIVERS = 2_000
const ACTIVITIES = 10_000
export const PEOPLE = 20

export async function fill(
  { pool }: Database,
  { customer_id, vehicle_ids }: Company,
): Promise<void> {
  await pool.query(
    `update customers set configurations = '{"drivers_active":"1","tos_active":"1","max_drivers":"5000"}' where id = $1`,
    [customer_id],
  )
  await pool.query(
    `insert into users (customer_id, name, email, role, password_hash)
     select $1, 'Person ' || n, 'person' || n || '@flotta.example', 'control', $2 from generate_series(1, $3) n`,
    [customer_id, await hashPassword('Bench-2026!'), PEOPLE],
  )
  await pool.query(
    `insert into fleets (customer_id, code, description, color) select $1, 'F' || lpad(n::text, 3, '0'), 'Fleet ' || n, '#2e51bb' from generate_series(1, $2) n`,
    [customer_id, FLEETS],
  )
  await pool.query(
    `insert into fleet_vehicles (customer_id, vehicle_id, fleet_id)
     select $1, v.id, (select min(id) from fleets where customer_id = $1) + v.n % $3 from unnest($2::int[]) with ordinality v(id, n) where v.n % 5 > 0`,
    [customer_id, vehicle_ids, FLEETS],
  )
  for (const [table, letter, count] of [
    ['hubs', 'H', HUBS],
    ['pois', 'P', HUBS],
  ] as const)
    await pool.query(
      `insert into ${table} (customer_id, name, code, color, radius, latitude, longitude, address, city)
       select $1, 'Place ' || n, $2 || lpad(n::text, 4, '0'), '#13B176', 200, 37 + (n % 90) / 10.0, 8 + (n % 97) / 10.0, 'Street ' || n, 'Town ' || n % 50 from generate_series(1, $3) n`,
      [customer_id, letter, count],
    )
  await pool.query(
    `insert into drivers (customer_id, name, surname, license) select $1, 'Driver', 'Number ' || n, 'L' || n from generate_series(1, $2) n`,
    [customer_id, DRIVERS],
  )
  await pool.query(
    `insert into driver_activities (customer_id, vehicle_id, driver_id, period_from, period_to)
     select $1, v.id, (select min(id) from drivers where customer_id = $1) + v.n - 1, now() - interval '1 day', case when v.n % 2 = 0 then now() - interval '1 hour' end
     from unnest($2::int[]) with ordinality v(id, n)`,
    [customer_id, vehicle_ids.slice(0, DRIVERS)],
  )
  await pool.query(
    `insert into types (customer_id, name) select $1, 'Type ' || n from generate_series(1, 20) n`,
    [customer_id],
  )
  await pool.query(
    `insert into type_activities (customer_id, type_id, vehicle_id, date, amount, supplier)
     select $1, (select min(id) from types where customer_id = $1) + n % 20, ($2::int[])[1 + n % array_length($2::int[], 1)], current_date - n % 360, 100 + n % 900, 'Supplier ' || n % 40
     from generate_series(1, $3) n`,
    [customer_id, vehicle_ids, ACTIVITIES],
  )
  await coolAll(pool, customer_id, vehicle_ids)
  await pool.query('analyze')
}

/** Makes every vehicle a reefer with two compartments; one of each hundred is too warm. */
async function coolAll(
  pool: Database['pool'],
  customer_id: number,
  vehicle_ids: readonly number[],
): Promise<void> {
  await pool.query(
    `insert into vehicle_agreements (vehicle_id, customer_id, agreement_id, active_from)
     select v, $1, 3, now() - interval '1 year' from unnest($2::int[]) v`,
    [customer_id, vehicle_ids],
  )
  await pool.query(
    `update vehicles set configurations = configurations || '{"fridge_compartments_number": "2", "fridge_temperature_sensors_number": "2"}' where id = any($1::int[])`,
    [vehicle_ids],
  )
  await pool.query(
    `update vehicle_state t set latest = (t.latest::jsonb || jsonb_build_object(
       'temperature', jsonb_build_array(v.at, jsonb_build_object('T1', case when v.n % 100 = 0 then -8 else -18.4 end, 'T2', 4.1, 'T3', null, 'T4', null)),
       'fridge', jsonb_build_array(v.at, jsonb_build_object('overall_status', 1, 'setpoint_t1', -18, 'setpoint_t2', 4, 'operation_status_c1', 3, 'operation_status_c2', 3, 'alarm_status', 0))))::json
     from (select id, n, floor(extract(epoch from now()) * 1000) as at from unnest($1::int[]) with ordinality as u (id, n)) v where t.vehicle_id = v.id`,
    [vehicle_ids],
  )
}
