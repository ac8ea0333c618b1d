// The endpoints of the companies below the caller's own.
import { feature } from '@flotta/platform/feature.ts'
import { serve } from '@flotta/platform/resource.ts'
import { sql } from 'kysely'
import * as contract from './contract.ts'
import {
  type CustomerRow,
  createCustomer,
  customerColumns,
  customerRecord,
  isSwitchedOn,
  mustHaveRoom,
  partnersOf,
  removeCustomer,
  updateCustomer,
} from './queries.ts'

interface Row extends CustomerRow {
  readonly customer_id: number
}

export default feature({
  resolvers: {
    is_switched_on: (parameter, { customer_id }, { db }) =>
      isSwitchedOn(db, customer_id, parameter),
  },
  ...serve<typeof contract.customers, Row>(contract.customers, {
    rows: ({ caller }) =>
      sql`select ${customerColumns}, c.parent_id as customer_id from customers c where c.parent_id = ${caller.customer_id} and c.deleted_at is null`,
    record: customerRecord,
    order: sql`upper(r.name)`,
    all: async ({ caller, ctx }) => {
      const { rows } = await sql<{
        id: number
        name: string
      }>`select p.id, p.name from ${partnersOf(caller.customer_id)} p order by upper(p.name), p.id`.execute(
        ctx.db,
      )
      return [...rows]
    },
    async create(values, { tx, caller, ctx }) {
      await mustHaveRoom(tx, caller.customer_id)
      return createCustomer(tx, {
        ...values,
        timezone: values.timezone ?? ctx.config.FLOTTA_TIMEZONE,
        parent_id: caller.customer_id,
      })
    },
    update: (id, values, { tx, ctx }) => updateCustomer(tx, id, values, ctx.now()),
    remove: async (id, { tx, ctx }) => void (await removeCustomer(tx, id, ctx.now())),
  }),
})
