// The customer's examples.
import { feature } from '@flotta/platform/feature.ts'
import { serve } from '@flotta/platform/resource.ts'
import { sql } from 'kysely'
import { type Example, examples } from './contract.ts'
import { createExample, removeExample, updateExample } from './queries.ts'

export default feature(
  serve<typeof examples, Example & { readonly customer_id: number }>(examples, {
    rows: ({ caller }) =>
      sql`select id, customer_id, code, note from examples where customer_id = ${caller.customer_id}`,
    order: sql`upper(r.code)`,
    create: (values, { tx, caller }) => createExample(tx, caller.customer_id, values),
    update: (id, values, { tx, ctx }) => updateExample(tx, id, values, ctx.now()),
    remove: (id, { tx }) => removeExample(tx, id),
  }),
)
