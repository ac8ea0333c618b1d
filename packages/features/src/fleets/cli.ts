// fleet create | list | assign | remove
import { Id, requiredText } from '@flotta/core/contract.ts'
import { Problem } from '@flotta/core/problem.ts'
import { type Command, command } from '@flotta/platform/cli.ts'
import { missing, orTaken } from '@flotta/platform/cli-problems.ts'
import { z } from 'zod'
import { mustBeCustomer } from '../customers/queries.ts'
import { Color } from './contract.ts'
import './tables.ts'

const columns = ['id', 'customer_id', 'code', 'description', 'color'] as const

export const commands: readonly Command[] = [
  command({
    noun: 'fleet',
    verb: 'create',
    summary: 'Create a fleet',
    options: z.object({
      customer: Id.describe('customer id'),
      code: requiredText(30).describe('short code, unique in the customer'),
      description: requiredText(200).optional().describe('what it is; default: the code'),
      color: Color.default('#2e51bb').describe('colour as #rrggbb'),
    }),
    async run(a, { db }) {
      await mustBeCustomer(db, a.customer)
      return orTaken(
        db
          .insertInto('fleets')
          .values({ customer_id: a.customer, code: a.code, description: a.description ?? a.code, color: a.color })
          .returning(columns)
          .executeTakeFirstOrThrow(),
        { fleets_code: { field: 'code', key: 'provider.code_taken', values: { code: a.code } } },
      )
    },
  }),
  command({
    noun: 'fleet',
    verb: 'list',
    summary: 'List fleets',
    options: z.object({ customer: Id.optional().describe('of this customer only') }),
    run: (a, { db }) =>
      db
        .selectFrom('fleets')
        .select(columns)
        .select(e =>
          e
            .selectFrom('fleet_vehicles')
            .whereRef('fleet_id', '=', 'fleets.id')
            .select(c => c.fn.countAll<number>().as('n'))
            .as('vehicles'),
        )
        .$if(a.customer !== undefined, q => q.where('customer_id', '=', a.customer ?? 0))
        .orderBy('id')
        .execute(),
  }),
  command({
    noun: 'fleet',
    verb: 'assign',
    summary: 'Put a vehicle into a fleet of a customer that sees it; it leaves its former fleet',
    options: z.object({ fleet: Id.describe('fleet id'), vehicle: Id.describe('vehicle id') }),
    async run(a, { db }) {
      const fleet = await db.selectFrom('fleets').select(columns).where('id', '=', a.fleet).executeTakeFirst()
      if (!fleet) throw missing('fleet', a.fleet)
      const vehicle = await db.selectFrom('vehicles').select('customer_id').where('id', '=', a.vehicle).where('deleted_at', 'is', null).executeTakeFirst()
      if (!vehicle) throw missing('vehicle', a.vehicle)
      const guest = await db
        .selectFrom('vehicle_agreements')
        .select('id')
        .where('vehicle_id', '=', a.vehicle)
        .where('customer_id', '=', fleet.customer_id)
        .executeTakeFirst()
      if (vehicle.customer_id !== fleet.customer_id && !guest) throw new Problem('conflict', 'provider.not_seen')
      await db
        .insertInto('fleet_vehicles')
        .values({ customer_id: fleet.customer_id, vehicle_id: a.vehicle, fleet_id: a.fleet })
        .onConflict(c => c.columns(['customer_id', 'vehicle_id']).doUpdateSet({ fleet_id: a.fleet }))
        .execute()
      return { ...fleet, vehicle_id: a.vehicle }
    },
  }),
  command({
    noun: 'fleet',
    verb: 'remove',
    summary: 'Remove a fleet; its vehicles stay, without a fleet',
    argument: 'id',
    options: z.object({ id: Id.describe('fleet id') }),
    async run({ id }, { db }) {
      const gone = await db.deleteFrom('fleets').where('id', '=', id).returning(columns).executeTakeFirst()
      if (!gone) throw missing('fleet', id)
      return gone
    },
  }),
]
