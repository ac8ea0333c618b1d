// fleet create | list | assign | remove
import { Id } from '@flotta/core/contract.ts'
import { nameText } from '@flotta/core/names.ts'
import { Problem } from '@flotta/core/problem.ts'
import { type Command, command } from '@flotta/platform/cli.ts'
import { noSuchRecord } from '@flotta/platform/cli-problems.ts'
import type { Db } from '@flotta/platform/db.ts'
import { z } from 'zod'
import { mustBeCustomer } from '../../people/customers/queries.ts'
import { Color } from './contract.ts'
import { assignFleet, createFleet, removeFleet } from './queries.ts'

const fleetOf = async (db: Db, id: number) => {
  const fleet = await db
    .selectFrom('fleets')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!fleet) throw noSuchRecord('fleet', id)
  return fleet
}
const columns = ['id', 'customer_id', 'code', 'description', 'color'] as const

export const commands: readonly Command[] = [
  command({
    noun: 'fleet',
    verb: 'create',
    summary: 'Create a fleet',
    options: z.object({
      customer: Id.describe('customer id'),
      code: nameText(30).describe('short code, unique in the customer'),
      description: nameText(200).optional().describe('what it is; default: the code'),
      color: Color.default('#2e51bb').describe('colour as #rrggbb'),
    }),
    async run(a, { db }) {
      await mustBeCustomer(db, a.customer)
      const id = await createFleet(db, a.customer, {
        code: a.code,
        description: a.description ?? a.code,
        color: a.color,
      })
      return fleetOf(db, id)
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
      const fleet = await fleetOf(db, a.fleet)
      const vehicle = await db
        .selectFrom('vehicles')
        .select('customer_id')
        .where('id', '=', a.vehicle)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (!vehicle) throw noSuchRecord('vehicle', a.vehicle)
      const guestAgreement = await db
        .selectFrom('vehicle_agreements')
        .select('id')
        .where('vehicle_id', '=', a.vehicle)
        .where('customer_id', '=', fleet.customer_id)
        .executeTakeFirst()
      if (vehicle.customer_id !== fleet.customer_id && !guestAgreement)
        throw new Problem('conflict', 'command_line.not_seen')
      await assignFleet(db, fleet.customer_id, a.vehicle, a.fleet)
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
      const fleet = await fleetOf(db, id)
      await removeFleet(db, id)
      return fleet
    },
  }),
]
