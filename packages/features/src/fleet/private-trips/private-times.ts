// Reads when vehicles are private: by their companies' hours, by entered periods and by what devices reported.
import { neverPrivate, PrivateTimes } from '@flotta/core/private-times.ts'
import type { Hours } from '@flotta/core/schedule.ts'
import { columns } from '@flotta/platform/columns.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { type HoursInForce, privateRules, type Span } from './rules.ts'

interface RuleRow extends Span {
  /** null: for all vehicles of the company. */
  readonly vehicle_id: number | null
  readonly customer_id: number | null
  /** null: the row is a single period. */
  readonly timezone: string | null
  readonly hours: readonly Hours[] | null
  readonly changed: number
}
const [HOURS, TRIPS] = [
  `hours, timezone, date_part('epoch', valid_from) * 1000 as from, date_part('epoch', valid_to) * 1000 as to, date_part('epoch', coalesce(valid_to, valid_from)) * 1000 as changed
    from private_hours`,
  `null::jsonb, null::text, date_part('epoch', period_from) * 1000, date_part('epoch', period_to) * 1000, date_part('epoch', updated_at) * 1000 from private_trips`,
]
/** The rules of these vehicles and of their companies. A device's private mode holds from one switch to the next. */
const SELECT_RULES = `select vehicle_id, null::int4 as customer_id, ${HOURS} where vehicle_id = any($1::int4[])
  union all select null, customer_id, ${HOURS} where vehicle_id is null and customer_id in (select customer_id from vehicles where id = any($1::int4[]))
  union all select vehicle_id, null, ${TRIPS} where vehicle_id = any($1::int4[])
  union all select vehicle_id, null, null, null, date_part('epoch', at) * 1000, date_part('epoch', until) * 1000, 0
    from (select vehicle_id, at, is_private, lead(at) over (partition by vehicle_id order by at) as until from private_switches where vehicle_id = any($1::int4[])) s where is_private`
/** The same without the private mode of devices. */
const SELECT_ENTERED_RULES = SELECT_RULES.slice(0, SELECT_RULES.lastIndexOf('union all'))

type Client = Pick<Context['pool'], 'query'>
export const privateTimesOf = (
  client: Client,
  vehicle_ids: readonly number[],
): Promise<Map<number, PrivateTimes>> =>
  privateTimesFrom(client, 'private_times', SELECT_RULES, vehicle_ids)
/** Without the private mode of devices: derivations know that from the records themselves. */
export const enteredTimesOf = (
  client: Client,
  vehicle_ids: readonly number[],
): Promise<Map<number, PrivateTimes>> =>
  privateTimesFrom(client, 'private_times_set', SELECT_ENTERED_RULES, vehicle_ids)

/** A vehicle that is missing in the answer is never private. */
async function privateTimesFrom(
  client: Client,
  name: string,
  text: string,
  vehicle_ids: readonly number[],
): Promise<Map<number, PrivateTimes>> {
  const times = new Map<number, PrivateTimes>()
  if (vehicle_ids.length === 0) return times
  const { rows } = await client.query<RuleRow>({ name, text, values: [columns.int4(vehicle_ids)] })
  if (rows.length === 0) return times
  const vehicleRules = new Map<number, RuleRow[]>()
  const companies = new Map<number, RuleRow[]>()
  for (const row of rows) {
    const [map, id] =
      row.vehicle_id === null ? [companies, row.customer_id ?? 0] : [vehicleRules, row.vehicle_id]
    map.set(id, [...(map.get(id) ?? []), row])
  }
  const isHours = (row: RuleRow): row is RuleRow & HoursInForce => row.timezone !== null
  const timesFrom = (rules: readonly RuleRow[], company: readonly RuleRow[]) =>
    new PrivateTimes(
      privateRules(
        rules.filter(isHours),
        company.filter(isHours),
        rules.filter(row => !isHours(row)),
      ),
      Math.max(0, ...[...rules, ...company].map(row => row.changed)),
    )
  const companyTimes = new Map([...companies].map(([id, rules]) => [id, timesFrom([], rules)]))
  const owners =
    companies.size === 0 ? new Map<number, number>() : await ownersOf(client, vehicle_ids)
  for (const [vehicle_id, customer_id] of owners)
    times.set(vehicle_id, companyTimes.get(customer_id) ?? neverPrivate)
  for (const [vehicle_id, rules] of vehicleRules)
    times.set(vehicle_id, timesFrom(rules, companies.get(owners.get(vehicle_id) ?? 0) ?? []))
  return times
}
async function ownersOf(
  client: Client,
  vehicle_ids: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await client.query<{ id: number; customer_id: number }>(
    'select id, customer_id from vehicles where id = any($1::int4[])',
    [vehicle_ids],
  )
  return new Map(rows.map(row => [row.id, row.customer_id]))
}
