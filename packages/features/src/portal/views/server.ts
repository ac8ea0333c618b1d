// Serves the saved views that a person sees: the own ones and the shared ones of the company.
import { feature } from '@flotta/platform/feature.ts'
import { serve } from '@flotta/platform/resource.ts'
import { sql } from 'kysely'
import { type View, views } from './contract.ts'
import { createView, removeView, updateView, viewRows } from './queries.ts'

export default feature(
  serve<typeof views, View & { readonly customer_id: number }>(views, {
    rows: ({ caller }) => viewRows(caller),
    order: sql`upper(r.name)`,
    only: ({ list }) => (list === undefined ? sql`true` : sql`r.list = ${list}`),
    create: (values, { tx, caller }) => createView(tx, caller, values),
    update: (id, values, { tx, caller, ctx }) => updateView(tx, caller, id, values, ctx.now()),
    remove: (id, { tx, caller }) => removeView(tx, caller, id),
  }),
)
