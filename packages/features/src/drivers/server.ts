// The customer's drivers.
import { feature } from '@flotta/platform/feature.ts'
import { serve } from '@flotta/platform/resource.ts'
import { sql } from 'kysely'
import * as contract from './contract.ts'
import { createDriver, removeDriver, updateDriver } from './queries.ts'

export default feature(
  serve<typeof contract.drivers, contract.Driver & { readonly customer_id: number }>(contract.drivers, {
    rows: ({ caller }) =>
      sql`select id, customer_id, name, surname, license, license_expiration_date, ibutton_id, phone_number, email, note, active
        from drivers where customer_id = ${caller.customer_id} and deleted_at is null`,
    order: sql`upper(r.surname), upper(r.name)`,
    // people are looked for by both names at once, in either order
    searched: [sql`r.name || r.surname`, sql`r.surname || r.name`],
    only: ({ active }) => (active === undefined ? sql<boolean>`true` : sql<boolean>`r.active = ${active}`),
    all: async ({ caller, ctx }) =>
      ctx.db
        .selectFrom('drivers')
        .select(['id', 'name', 'surname', 'active'])
        .where('customer_id', '=', caller.customer_id)
        .where('deleted_at', 'is', null)
        .where('active', '=', 1)
        .orderBy(sql`upper(surname), upper(name), id`)
        .execute(),
    create: (values, { tx, caller }) => createDriver(tx, caller.customer_id, values),
    update: (id, values, { tx, caller, ctx }) => updateDriver(tx, caller.customer_id, id, values, ctx.now()),
    remove: (id, { tx, caller, ctx }) => removeDriver(tx, caller.customer_id, id, ctx.now()),
  }),
)
