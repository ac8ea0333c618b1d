// Companies, people, vehicles and trackers for a bench, written straight into the database before the server starts.
import { migrations } from '@flotta/features/migrations.ts'
import { openPool } from '@flotta/platform/db.ts'
import { migrate } from '@flotta/platform/migrations.ts'
import { hashPassword } from '@flotta/platform/passwords.ts'
import { nameOf } from './drive.ts'
import { modelOf, wiring } from './tracker-models.ts'

export interface Company {
  readonly customer_id: number
  readonly email: string
  readonly password: string
  /** Index of its first vehicle; the vehicle of index n has the tracker `imeiOf(n)`. */
  readonly first: number
  /** By index minus `first`. */
  readonly vehicle_ids: readonly number[]
}

const TELTONIKA = 'teltonika'
const PASSWORD = 'Bench-2026!'
const TYPES = ['T', 'S', 'V', 'M', 'U', 'R', 'C'] as const
/** Agreements that every vehicle has: positions, power. */
const AGREEMENTS = [2, 27]

/**
 * Migrates the database and makes one company for each count of vehicles; indexes continue from one company to the next.
 * @param protocolOf protocol of the tracker with an index; default: Teltonika's
 */
export async function makeCompanies(
  url: string,
  counts: readonly number[],
  protocolOf: (index: number) => string = () => TELTONIKA,
): Promise<readonly Company[]> {
  const pool = openPool(url, { max: 1, application: 'flotta bench' })
  try {
    await migrate(pool, migrations)
    const companies: Company[] = []
    let first = 0
    for (const [n, count] of counts.entries()) {
      const customer_id = await idOf(
        pool.query(`insert into customers (name) values ($1) returning id`, [`Bench ${n + 1}`]),
      )
      const email = `bench${n + 1}@flotta.example`
      await pool.query(
        `insert into users (customer_id, name, email, role, password_hash) values ($1, $2, $2, 'control', $3)`,
        [customer_id, email, await hashPassword(PASSWORD)],
      )
      const indexes = Array.from({ length: count }, (_, i) => first + i)
      const { rows } = await pool.query<{ id: number; n: number }>(
        `with given as (select * from unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $8::text[]) as g(n, plate, type, imei, profile, protocol)),
         v as (insert into vehicles (customer_id, plate, vehicle_type) select $1, plate, type from given order by n returning id, plate),
         d as (insert into devices (imei, protocol, profile) select imei, protocol, profile from given order by n returning id, imei),
         m as (insert into device_mounts (device_id, vehicle_id, mounted_from)
           select d.id, v.id, now() - interval '1 year' from given g join v on v.plate = g.plate join d on d.imei = g.imei),
         a as (insert into vehicle_agreements (vehicle_id, customer_id, agreement_id, active_from)
           select v.id, $1, agreement, now() - interval '1 year' from v cross join unnest($7::smallint[]) as agreement)
         select v.id, g.n from v join given g on g.plate = v.plate order by g.n`,
        [
          customer_id,
          indexes,
          indexes.map(i => `BE${String(i).padStart(6, '0')}`),
          indexes.map(i => TYPES[i % TYPES.length]),
          indexes.map(i => nameOf(i, protocolOf(i))),
          // The generic profile of another protocol has the protocol's name.
          indexes.map(i => (protocolOf(i) === TELTONIKA ? modelOf(i).profile : protocolOf(i))),
          AGREEMENTS,
          indexes.map(protocolOf),
        ],
      )
      companies.push({
        customer_id,
        email,
        password: PASSWORD,
        first,
        vehicle_ids: rows.map(r => r.id),
      })
      first += count
    }
    // A company that existed yesterday has statistics. Only filled tables are analyzed: a running server makes partitions at its start, and an
    // `analyze` of all tables may lock theirs in another order.
    await pool.query(
      'analyze customers, users, vehicles, devices, device_mounts, vehicle_agreements',
    )
    return companies
  } finally {
    await pool.end()
  }
}

/** Gives every tracker the family that can report everything, and wires its inputs. */
export async function sayAll(url: string): Promise<void> {
  const pool = openPool(url, { max: 1, application: 'flotta bench' })
  await pool.query(`update devices set profile = 'fmx6', wiring = $1`, [wiring])
  await pool.end()
}

const idOf = async (query: Promise<{ rows: { id: number }[] }>): Promise<number> =>
  (await query).rows[0]?.id ?? 0

/** Signs in as people do; returns the bearer token. */
export async function signIn(
  url: string,
  { email, password }: Pick<Company, 'email' | 'password'>,
): Promise<string> {
  const response = await fetch(`${url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(`signing in: ${response.status} ${await response.text()}`)
  const { data } = (await response.json()) as { data: { token: string } }
  return data.token
}
