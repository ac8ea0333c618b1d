// Serves every company of the installation: by calls what the command line does.
import { invalid, Problem } from '@flotta/core/problem.ts'
import type { Entity } from '@flotta/platform/entity.ts'
import { feature } from '@flotta/platform/feature.ts'
import { serve, serveBulk } from '@flotta/platform/resource.ts'
import { sql } from 'kysely'
import { intoTrail } from '../../house/installation/trail.ts'
import {
  type CustomerRow,
  createCustomer,
  customerColumns,
  customerRecord,
  isCustomer,
  removeCustomer,
  updateCustomer,
} from '../../people/customers/queries.ts'
import * as contract from './contract.ts'

interface Row extends CustomerRow {
  readonly customer_id: number
}

const entity: Entity<typeof contract.customers, Row> = {
  trail: intoTrail,
  table: 'customers',
  rows: () =>
    sql`select ${customerColumns}, c.id as customer_id from customers c where c.deleted_at is null`,
  record: row => ({ parent_id: row.parent_id, ...customerRecord(row) }),
  order: sql`upper(r.name)`,
  all: () => sql`select c.id, c.name from customers c where c.deleted_at is null`,
  async create({ parent_id, ...values }, { tx, ctx }) {
    if (parent_id !== null && !(await isCustomer(tx, parent_id)))
      throw invalid({ parent_id: 'validation.unknown' })
    return createCustomer(tx, {
      ...values,
      timezone: values.timezone ?? ctx.config.FLOTTA_TIMEZONE,
      parent_id,
    })
  },
  update: (id, values, { tx, ctx }) => updateCustomer(tx, id, values, ctx.now()),
  async remove(id, { tx, ctx, caller }) {
    if (id === caller.customer_id) throw new Problem('conflict', 'users.not_yourself')
    await removeCustomer(tx, id, ctx.now())
  },
}
const { handlers, records } = serve<typeof contract.customers, Row>(contract.customers, entity)
export default feature({
  handlers: [
    ...handlers,
    serveBulk<typeof contract.customers, Row>(contract.bulk, contract.customers, entity),
  ],
  records,
})
