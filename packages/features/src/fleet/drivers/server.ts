// The customer's drivers.
import { serializedReply } from '@flotta/core/contract.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import { answerOf } from '@flotta/platform/queue-answer.ts'
import { serve } from '@flotta/platform/resource.ts'
import { sql } from 'kysely'
import { recordLook } from '../privacy/queries.ts'
import * as contract from './contract.ts'
import { driverDataTask, eraseDriver } from './personal-data.ts'
import { createDriver, removeDriver, updateDriver } from './queries.ts'

const driverHandlers = serve<
  typeof contract.drivers,
  contract.Driver & { readonly customer_id: number }
>(contract.drivers, {
  rows: ({ caller }) =>
    sql`select id, customer_id, name, surname, license, license_expiration_date, ibutton_id, phone_number, email, note, active, private_trips
        from drivers where customer_id = ${caller.customer_id} and deleted_at is null`,
  order: sql`upper(r.surname), upper(r.name)`,
  // people are searched by both names together, in either order
  searched: [sql`r.name || r.surname`, sql`r.surname || r.name`],
  only: ({ active }) =>
    active === undefined ? sql<boolean>`true` : sql<boolean>`r.active = ${active}`,
  all: async ({ caller, ctx }) =>
    ctx.db
      .selectFrom('drivers')
      .select(['id', 'name', 'surname', 'active', 'private_trips'])
      .where('customer_id', '=', caller.customer_id)
      .where('deleted_at', 'is', null)
      .where('active', '=', 1)
      .orderBy(sql`upper(surname), upper(name), id`)
      .execute(),
  tables: ['drivers'],
  create: (values, { tx, caller }) => createDriver(tx, caller.customer_id, values),
  update: (id, values, { tx, caller, ctx }) =>
    updateDriver(tx, caller.customer_id, id, values, ctx.now()),
  remove: (id, { tx, caller, ctx }) => removeDriver(tx, caller.customer_id, id, ctx.now()),
})

export default feature({
  ...driverHandlers,
  tasks: [driverDataTask],
  handlers: [
    ...driverHandlers.handlers,
    handle(contract.driverData, async ({ record, caller, http, ctx }) => {
      const { customer_id, user_id } = caller
      const data = await answerOf(
        ctx,
        driverDataTask,
        { driver_id: record.id, customer_id: record.customer_id },
        { customer_id, user_id, signal: http.aborted },
      )
      await recordLook(
        ctx,
        caller,
        { customer_id: record.customer_id, driver_id: record.id },
        'driver_data',
      )
      return serializedReply<contract.DriverData>(data)
    }),
    handle(contract.eraseDriver, async ({ record, caller, ctx }) => {
      await ctx.db.transaction().execute(async tx => {
        await eraseDriver(tx, record, ctx.now())
        await recordLook(
          { db: tx, now: () => ctx.now() },
          caller,
          { customer_id: record.customer_id, driver_id: record.id },
          'driver_erased',
        )
      })
      return null
    }),
  ],
})
