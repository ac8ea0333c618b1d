// Creates the demo company: the company and its guest, users, fleets and agreements, then the rows of the rooms' seeds.
import type { Role } from '@flotta/core/contract.ts'
import { DAY } from '@flotta/core/time.ts'
import type { Tables, Tx } from '@flotta/platform/db.ts'
import { type Insertable, sql } from 'kysely'
import { agreement } from '../../fleet/agreements/contract.ts'
import type { Seed } from '../../seed.ts'
import { type DemoVehicle, demoFleet, demoFleets } from './fleet.ts'
import { createVehicles } from './vehicles.ts'

/** In the order of their folders; a seed relies only on the company, its users, vehicles, fleets and agreements. */
const seeds = Object.values(
  import.meta.glob<Seed>('../../[a-z]*/[a-z]*/demo.ts', {
    eager: true,
    import: 'default',
  }),
)

/** Days since the company has its trackers: more than the past that the simulator delivers. */
const SINCE_DAYS = 8
export const EMAIL = {
  control: 'demo@flotta.example',
  view: 'view@flotta.example',
  guest: 'guest@flotta.example',
  printing: 'printer@flotta.example',
} as const

export interface DemoCompany {
  readonly customer_id: number
  readonly vehicles: number
  readonly email: string
  /** E-mail of its printing user. */
  readonly printing: string
}

export async function createCompany(
  tx: Tx,
  now: number,
  password_hash: string,
): Promise<DemoCompany> {
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
  // the values that the seeds set apply to the past too, which the simulator delivers later
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
        // some end soon, to show the colours of agreements
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
