// The temperature register of a thousand cold vehicles: the time of the job in each minute, how quickly it catches up, and how quickly a register is
// verified.
import { generateKeyPairSync } from 'node:crypto'
import { auditVehicle } from '@flotta/features/reports/register/audit-vehicle.ts'
import { keepRegister } from '@flotta/features/reports/register/jobs.ts'
import { readConfig } from '@flotta/platform/config.ts'
import { openPlatform } from '../context.ts'
import { type Company, makeCompanies } from './fleet.ts'
import { type Bench, type Figure, figure, type Options } from './harness.ts'
import { type Database, startDatabase } from './product.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const INTERVAL = 15 * MINUTE
/** Number of vehicles, and of hours of their past. */
const size = ({ quick }: Options) =>
  quick ? { vehicles: 100, hours: 6, days: 3 } : { vehicles: 1_000, hours: 24, days: 30 }
/** Number of vehicles with a long past, whose registers are verified. */
const LONG = 10
/** The time that the job may take for all vehicles; it runs every minute. */
const GOAL_MS = 2_000

export const register: Bench = {
  name: 'register',
  measures:
    'the temperature register of 1,000 cold vehicles: a minute of the job, catching up, verifying',
  async run(options) {
    const { vehicles, hours, days } = size(options)
    const database = await startDatabase('bench-register')
    const key = generateKeyPairSync('ed25519')
      .privateKey.export({ format: 'der', type: 'pkcs8' })
      .toString('base64')
    const config = readConfig({
      DATABASE_URL: database.url,
      FLOTTA_REGISTER_KEY: key,
      FLOTTA_LOG_LEVEL: 'error',
    })
    const platform = await openPlatform(config, {
      application: 'flotta bench',
      say: (_, words) => words.key,
      note: () => {},
    })
    try {
      const [company, long] = await makeCompanies(database.url, [vehicles, LONG])
      const until = Math.floor(Date.now() / INTERVAL) * INTERVAL
      await fill(database, company as Company, until - hours * 60 * MINUTE, until)
      let now = until + MINUTE
      const ctx = { ...platform.ctx, now: () => now }
      const measure = async (work: () => Promise<unknown>) => {
        const began = performance.now()
        await work()
        return performance.now() - began
      }
      const rows = async () =>
        (await database.pool.query<{ n: number }>('select count(*)::int as n from register_rows'))
          .rows[0]?.n ?? 0
      const caught = await measure(() => keepRegister(ctx))
      const first = await rows()
      const idle = await measure(() => keepRegister(ctx))
      await fill(database, company as Company, until + 5 * MINUTE, until + INTERVAL)
      now = until + INTERVAL + MINUTE
      const minute = await measure(() => keepRegister(ctx))
      const addedRows = (await rows()) - first
      if (addedRows !== vehicles) throw new Error(`${addedRows} rows of ${vehicles} vehicles`)
      await fill(database, long as Company, until - days * DAY, until + INTERVAL)
      await keepRegister(ctx)
      let verifiedPages = 0
      const verify = async (company: Company) => {
        for (const id of company.vehicle_ids) {
          const audit = await auditVehicle(ctx, id)
          if (audit.fault !== null) throw new Error(`vehicle ${id}: ${audit.fault.kind}`)
          verifiedPages += audit.rows
        }
      }
      const duration = await measure(() => verify(long as Company))
      const deep = verifiedPages
      const all = await measure(() => verify(company as Company))
      const figures: Figure[] = [
        figure(`the minute in which ${vehicles} vehicles have a row each`, minute, 'ms', {
          goal: { below: GOAL_MS },
        }),
        figure('a minute in which nothing is due', idle, 'ms', { goal: { below: GOAL_MS / 10 } }),
        figure(`catching up on ${hours} hours`, first / (caught / 1_000), 'rows/s', {
          goal: { atLeast: 5_000 },
        }),
        figure(`verifying ${LONG} vehicles’ ${days} days`, deep / (duration / 1_000), 'rows/s', {
          goal: { atLeast: 20_000 },
        }),
        figure(`verifying ${vehicles} vehicles’ ${hours} hours`, all / vehicles, 'ms a vehicle', {
          goal: { below: 50 },
        }),
      ]
      return figures
    } finally {
      await platform.close()
      await database.stop()
    }
  },
}

/** Stores a temperature and the unit's setpoint every five minutes, as ingest does. */
async function fill(
  { pool }: Database,
  { customer_id, vehicle_ids }: Company,
  from: number,
  to: number,
): Promise<void> {
  await pool.query(
    `update customers set configurations = configurations || '{"t_check":"1"}' where id = $1`,
    [customer_id],
  )
  await pool.query(
    `insert into vehicle_agreements (vehicle_id, customer_id, agreement_id, active_from) select v, $1, 3, $3 from unnest($2::int4[]) v
     where not exists (select from vehicle_agreements a where a.vehicle_id = v and a.agreement_id = 3)`,
    [customer_id, vehicle_ids, new Date(from)],
  )
  for (const month of new Set([from, to].map(at => `${new Date(at).toISOString().slice(0, 7)}-01`)))
    await pool.query(`select create_month('readings', $1)`, [month])
  await pool.query(
    `insert into readings (message_datetime, vehicle_id, seq, kind, data)
     select at, v, 0, k.kind, k.data::json from unnest($1::int4[]) v, generate_series($2::timestamptz, $3::timestamptz, interval '5 minutes') at,
       lateral (values ('temperature', format('{"T1":%s,"T2":%s,"T3":null,"T4":null}', -18 - (v + extract(minute from at)::int) % 20 / 10.0, -19.5)),
         ('fridge', '{"setpoint_t1":-20,"setpoint_t2":null,"setpoint_t3":null}')) as k (kind, data)`,
    [vehicle_ids, new Date(from), new Date(to)],
  )
  await pool.query(
    `insert into vehicle_state (vehicle_id, version, message_datetime, seq, updated_at) select v, 1, $2, 0, $2 from unnest($1::int4[]) v
     on conflict (vehicle_id) do update set message_datetime = excluded.message_datetime`,
    [vehicle_ids, new Date(to)],
  )
  await pool.query('analyze')
}
