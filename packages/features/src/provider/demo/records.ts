// The demo company in the database: created in one transaction, found again at every start, removed with all of its data.
import type { Role } from '@flotta/core/contract.ts'
import { DAY } from '@flotta/core/time.ts'
import type { Db, Tables, Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { hashPassword, verifyPassword } from '@flotta/platform/passwords.ts'
import { type Insertable, sql } from 'kysely'
import { agreement } from '../../fleet/agreements/contract.ts'
import {
  heldInstallation,
  installationOf,
  isDemoRemoved,
} from '../../house/installation/queries.ts'
import '../../people/auth/tables.ts'
import { isWired, type Seed } from '../../seed.ts'
import { type DemoVehicle, demoFleet, demoFleets } from './fleet.ts'

/** In the order of their folders; a seed relies on the company, its users, vehicles, fleets and agreements alone. */
const seeds = Object.values(
  import.meta.glob<Seed>('../../[a-z]*/[a-z]*/demo.ts', {
    eager: true,
    import: 'default',
  }),
)

/** Days that the company has had its trackers: more than the past that the simulator delivers. */
const SINCE_DAYS = 8
const EMAIL = {
  control: 'demo@flotta.example',
  view: 'view@flotta.example',
  guest: 'guest@flotta.example',
  printing: 'printer@flotta.example',
} as const
const DEMO_LOCK = 7_106_003
/** The password of the demo's users where only this machine can reach the installation. */
export const LOCAL_PASSWORD = 'Flotta-2026'

export interface DemoCompany {
  readonly customer_id: number
  readonly vehicles: number
  readonly email: string
  /** E-mail of its printing user. */
  readonly printing: string
}

/** Creates the demo company and its guest, or finds and opens them; `password` is that of its users from now on. */
export async function createDemo(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { password }: { readonly password: string },
): Promise<DemoCompany> {
  return db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(${DEMO_LOCK})`.execute(tx)
    const owner = await tx
      .selectFrom('users as u')
      .innerJoin('customers as c', 'c.id', 'u.customer_id')
      .select(['c.id as customer_id', 'u.password_hash', 'u.disabled'])
      .where('u.email', '=', EMAIL.control)
      .where('u.deleted_at', 'is', null)
      .where('c.demo', '=', true)
      .where('c.deleted_at', 'is', null)
      .executeTakeFirst()
    if (owner) {
      if (owner.disabled || !(await verifyPassword(owner.password_hash, password))) {
        // whoever came in by the password that everybody knows goes with it
        if (
          password !== LOCAL_PASSWORD &&
          (await verifyPassword(owner.password_hash, LOCAL_PASSWORD))
        )
          await signOut(tx)
        await setPassword(tx, password)
      }
      const { count } = await tx
        .selectFrom('vehicles')
        .select(q => q.fn.countAll<number>().as('count'))
        .where('customer_id', '=', owner.customer_id)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow()
      return {
        customer_id: owner.customer_id,
        vehicles: count,
        email: EMAIL.control,
        printing: EMAIL.printing,
      }
    }
    // what was removed softly would keep its plates and addresses for thirty days
    await removeCompanies(tx)
    return createCompany(tx, now(), await hashPassword(password))
  })
}

/** Removes every demo company, with its users, vehicles, trackers and all that was recorded of them. Returns how many companies there were. */
export async function removeDemo({ db }: Pick<Context, 'db'>): Promise<number> {
  return db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(${DEMO_LOCK})`.execute(tx)
    // its trackers may have knocked once more
    await sql`delete from unclaimed_devices where identifier = any(${demoFleet().map(v => v.imei)}::text[])`.execute(
      tx,
    )
    return removeCompanies(tx)
  })
}

/** There is no demo (any more): nobody signs in as one of its users, with no password, session or token, until it is created again. */
export async function closeDemo({ db }: Pick<Context, 'db'>): Promise<void> {
  await db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(${DEMO_LOCK})`.execute(tx)
    await shutDemo(tx)
  })
}

/** The same within a transaction: it waits for nobody who makes the demo at this moment. */
export async function shutDemo(tx: Tx): Promise<void> {
  await tx
    .updateTable('users')
    .set({ disabled: true, password_hash: null })
    .where('customer_id', 'in', demoCustomers(tx))
    .where('disabled', '=', false)
    .execute()
  await signOut(tx)
}

/** Nobody signs in to the demo from now on, its simulator stops, and its rows go once that has stopped. */
export const closeDemoForEver = ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> =>
  db.transaction().execute(async tx => {
    await heldInstallation(tx)
    await shutDemo(tx)
    await tx
      .updateTable('installation')
      .set({ demo_removed_at: new Date(now()) })
      .where('demo_removed_at', 'is', null)
      .execute()
  })

/** How many companies of the demo stand open; none once it was closed for ever. */
export async function demoCompanies(db: Db): Promise<number> {
  if (await isDemoRemoved(db)) return 0
  const rows = await db.selectFrom('customers').select('id').where('demo', '=', true).execute()
  return rows.length
}

/** Longer than a simulator takes to stop, wherever it runs. */
const SIMULATOR_STOPS_MS = 10_000
/** Job: removes the rows of a demo that was closed for ever, where nobody else has done so. */
export async function removeClosedDemo({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const { demo_removed_at } = await installationOf(db)
  if (demo_removed_at !== null && now() - demo_removed_at.getTime() >= SIMULATOR_STOPS_MS)
    await removeDemo({ db })
}

const demoCustomers = (tx: Tx) => tx.selectFrom('customers').select('id').where('demo', '=', true)

/** Ends every session of the demo's users and takes their tokens and links. */
async function signOut(tx: Tx): Promise<void> {
  const users = (
    await tx
      .selectFrom('users')
      .select('id')
      .where('customer_id', 'in', demoCustomers(tx))
      .execute()
  ).map(u => u.id)
  if (users.length === 0) return
  await tx
    .updateTable('sessions')
    .set({ ended_at: new Date() })
    .where('user_id', 'in', users)
    .where('ended_at', 'is', null)
    .execute()
  await tx.deleteFrom('api_tokens').where('user_id', 'in', users).execute()
  await tx.deleteFrom('password_resets').where('user_id', 'in', users).execute()
}

async function setPassword(tx: Tx, password: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      password_hash: await hashPassword(password),
      password_changed_at: new Date(),
      disabled: false,
    })
    .where('email', 'in', Object.values(EMAIL))
    .where('customer_id', 'in', demoCustomers(tx))
    .execute()
}

async function createCompany(tx: Tx, now: number, password_hash: string): Promise<DemoCompany> {
  const since = new Date(now - SINCE_DAYS * DAY)
  const { owner, guest } = await createCustomers(tx)
  const user_id = await createUsers(tx, { owner, guest }, password_hash)
  const vehicles = demoFleet()
  const ids = await createVehicles(tx, owner, vehicles, since)
  const idOf = (v: DemoVehicle) => ids.get(v.plate) ?? 0
  const company: CompanyParts = {
    owner,
    guest,
    vehicles,
    idOf,
    // the factory whose goods some trailers carry sees these trailers
    sharedTrailers: vehicles.filter(v => v.vehicle_type === 'S').slice(0, 3),
  }
  await createFleets(tx, company)
  await createAgreements(tx, company, now, since)
  const facts = {
    now,
    since: since.getTime(),
    owner,
    guest,
    user_id,
    vehicles: vehicles.map(v => ({ ...v, id: idOf(v) })),
  }
  for (const seed of seeds) await seed(tx, facts)
  // what the seeds said of the vehicles has always been so, also of the past that the simulator delivers
  await sql`delete from vehicle_facts_before where vehicle_id = any(${facts.vehicles.map(v => v.id)}::int4[])`.execute(
    tx,
  )
  return {
    customer_id: owner,
    vehicles: vehicles.length,
    email: EMAIL.control,
    printing: EMAIL.printing,
  }
}

interface Customers {
  readonly owner: number
  readonly guest: number
}
interface CompanyParts extends Customers {
  readonly vehicles: readonly DemoVehicle[]
  readonly idOf: (vehicle: DemoVehicle) => number
  readonly sharedTrailers: readonly DemoVehicle[]
}

async function createCustomers(tx: Tx): Promise<Customers> {
  const company = async (values: Insertable<Tables['customers']>) =>
    (await tx.insertInto('customers').values(values).returning('id').executeTakeFirstOrThrow()).id
  const owner = await company({
    name: 'Trasporti Demo S.r.l.',
    vat_id: '00000000000',
    address: 'Via dell’Esempio 1',
    city: 'Piacenza',
    zip_code: '29122',
    region: 'Emilia-Romagna',
    email: EMAIL.control,
    phone: '+390523000000',
    configurations: JSON.stringify({
      t_check: '1',
      drivers_active: '1',
      tos_active: '1',
      geocoding_general_report_active: '1',
    }),
    demo: true,
  })
  const guest = await company({
    parent_id: owner,
    name: 'Salumificio Demo S.p.A.',
    vat_id: '00000000001',
    address: 'Strada della Prova 12',
    city: 'Parma',
    zip_code: '43121',
    region: 'Emilia-Romagna',
    email: EMAIL.guest,
    phone: '+390521000000',
    configurations: JSON.stringify({ t_check: '1' }),
    demo: true,
  })
  return { owner, guest }
}

/** @returns the id of the company's first user */
async function createUsers(
  tx: Tx,
  { owner, guest }: Customers,
  password_hash: string,
): Promise<number> {
  const user = (customer_id: number, name: string, email: string, role: Role) => ({
    customer_id,
    name,
    email,
    role,
    password_hash,
  })
  const [first] = await tx
    .insertInto('users')
    .values([
      user(owner, 'Giulia Ferrari', EMAIL.control, 'control'),
      user(owner, 'Marco Bianchi', EMAIL.view, 'view'),
      user(guest, 'Anna Conti', EMAIL.guest, 'view'),
      user(owner, 'Magazzino Piacenza', EMAIL.printing, 'printing'),
    ])
    .returning('id')
    .execute()
  if (!first) throw new Error('users were inserted and not returned')
  return first.id
}

async function createFleets(
  tx: Tx,
  { owner, guest, vehicles, idOf, sharedTrailers }: CompanyParts,
): Promise<void> {
  const fleets = await tx
    .insertInto('fleets')
    .values([
      ...demoFleets.map(f => ({ ...f, customer_id: owner })),
      { customer_id: guest, code: 'CONSEGNE', description: 'Consegne in arrivo', color: '#9c36b5' },
    ])
    .returning(['id', 'code'])
    .execute()
  const fleetId = (code: string) => fleets.find(f => f.code === code)?.id ?? 0
  await tx
    .insertInto('fleet_vehicles')
    .values([
      ...vehicles.map(v => ({
        customer_id: owner,
        vehicle_id: idOf(v),
        fleet_id: fleetId(demoFleets[v.fleet]?.code ?? ''),
      })),
      ...sharedTrailers.map(v => ({
        customer_id: guest,
        vehicle_id: idOf(v),
        fleet_id: fleetId('CONSEGNE'),
      })),
    ])
    .execute()
}

async function createAgreements(
  tx: Tx,
  { owner, guest, vehicles, idOf, sharedTrailers }: CompanyParts,
  now: number,
  since: Date,
): Promise<void> {
  const agreementRow = (
    v: DemoVehicle,
    customer_id: number,
    agreement_id: number,
    days: number | null = null,
  ) => ({
    vehicle_id: idOf(v),
    customer_id,
    agreement_id,
    active_from: since,
    active_to: days === null ? null : new Date(now + days * DAY),
  })
  await tx
    .insertInto('vehicle_agreements')
    .values([
      ...vehicles.flatMap(v => [
        agreementRow(v, owner, agreement.eyegeo),
        agreementRow(v, owner, agreement.reverse_geocoding),
        agreementRow(v, owner, agreement.directions),
        // some end soon, so that the colours of agreements show
        agreementRow(v, owner, agreement.eyepower, v.index % 9 === 4 ? 21 : null),
        ...(v.setpoint === null
          ? []
          : [
              agreementRow(v, owner, v.vehicle_type === 'V' ? agreement.fridge : agreement.eyecold),
            ]),
      ]),
      ...sharedTrailers.flatMap(v => [
        agreementRow(v, guest, agreement.eyegeo, 90),
        agreementRow(v, guest, agreement.eyecold, 90),
      ]),
    ])
    .execute()
}

/** Vehicles with their trackers; ids by plate. */
async function createVehicles(
  tx: Tx,
  customer_id: number,
  vehicles: readonly DemoVehicle[],
  since: Date,
): Promise<Map<string, number>> {
  const insertedVehicles = await tx
    .insertInto('vehicles')
    .values(
      vehicles.map(v => ({
        customer_id,
        plate: v.plate,
        serial: v.serial,
        model: v.model,
        color: v.color,
        vehicle_type: v.vehicle_type,
        vehicle_subtype: v.vehicle_subtype,
        axles_number: v.axles_number,
        ownership_type: v.index % 3,
        configurations: JSON.stringify(
          v.setpoint === null
            ? {}
            : {
                fridge_compartments_number: '1',
                fridge_temperature_sensors_number: String(v.thermometers),
              },
        ),
      })),
    )
    .returning(['id', 'plate'])
    .execute()
  const ids = new Map(insertedVehicles.map(v => [v.plate, v.id]))
  await createDevices(tx, ids, vehicles, since)
  return ids
}
/** @param ids of the vehicles by plate */
async function createDevices(
  tx: Tx,
  ids: ReadonlyMap<string, number>,
  vehicles: readonly DemoVehicle[],
  since: Date,
): Promise<void> {
  const devices = await tx
    .insertInto('devices')
    .values(
      vehicles.map(v => ({
        imei: v.imei,
        protocol: v.protocol,
        // the profile that every other protocol has bears its name
        profile: isWired(v) ? v.profile : v.protocol,
        unit_code: `FL${v.imei.slice(-7)}`,
        reporting_interval: v.reporting_interval,
        wiring: JSON.stringify({}),
      })),
    )
    .returning(['id', 'imei'])
    .execute()
  const plates = new Map(vehicles.map(v => [v.imei, v.plate]))
  await tx
    .insertInto('device_mounts')
    .values(
      devices.map(d => ({
        device_id: d.id,
        vehicle_id: ids.get(plates.get(d.imei) ?? '') ?? 0,
        mounted_from: since,
        mounted_to: null,
      })),
    )
    .execute()
}

async function removeCompanies(tx: Tx): Promise<number> {
  const idsOf = async (query: { execute(): Promise<{ id: number }[]> }) =>
    (await query.execute()).map(r => r.id)
  const customers = await idsOf(tx.selectFrom('customers').select('id').where('demo', '=', true))
  if (customers.length === 0) return 0
  const vehicles = await idsOf(
    tx.selectFrom('vehicles').select('id').where('customer_id', 'in', customers),
  )
  const users = await idsOf(
    tx.selectFrom('users').select('id').where('customer_id', 'in', customers),
  )
  const devices = await idsOf(
    tx
      .selectFrom('devices')
      .select('id')
      .where('id', 'in', q =>
        q
          .selectFrom('device_mounts')
          .select('device_id')
          .where('vehicle_id', 'in', vehicles.length ? vehicles : [0]),
      ),
  )
  await removeRows(tx, [
    ['vehicle_id', vehicles],
    ['device_id', devices],
    ['user_id', users],
    ['customer_id', customers],
  ])
  await sql`delete from devices where id = any(${devices})`.execute(tx)
  await sql`delete from customers where id = any(${customers})`.execute(tx)
  return customers.length
}

/** Deletes the rows of every table that has one of these columns, whichever features added it; a table that others still point to waits for those. */
async function removeRows(
  tx: Tx,
  columns: readonly (readonly [column: string, ids: readonly number[]])[],
): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
      and a.attname = any(${columns.map(([column]) => column)})
    order by c.relname`.execute(tx)
  const references = await sql<{ from: string; to: string }>`
    select f.relname as "from", t.relname as "to" from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and k.confdeltype <> 'c' and f.relnamespace = 'public'::regnamespace and f.oid <> t.oid`.execute(
    tx,
  )
  let remaining = [...new Set(rows.map(r => r.table))]
  while (remaining.length > 0) {
    const free = remaining.filter(
      table => !references.rows.some(r => r.to === table && remaining.includes(r.from)),
    )
    if (free.length === 0)
      throw new Error(`tables that point to each other: ${remaining.join(', ')}`)
    for (const table of free)
      for (const [column, ids] of columns)
        if (ids.length > 0 && rows.some(r => r.table === table && r.column === column))
          await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = any(${ids})`.execute(
            tx,
          )
    remaining = remaining.filter(table => !free.includes(table))
  }
}
