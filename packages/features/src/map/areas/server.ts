// The customer's hubs and points of interest, and which vehicles are inside now.
import { feature, handle } from '@flotta/platform/feature.ts'
import { type CustomerContext, type Entity, serve } from '@flotta/platform/resource.ts'
import { sql } from 'kysely'
import { tellAlerts } from '../../alerts/incidents/conditions.ts'
import * as contract from './contract.ts'
import { jobs } from './jobs.ts'
import { createArea, removeArea, updateArea, vehiclesInside } from './queries.ts'
import type { AreaKind } from './rules.ts'

type Row = contract.Area & { readonly customer_id: number }
const rowsOf =
  (kind: AreaKind) =>
  ({ caller }: CustomerContext) =>
    sql`select id, customer_id, name, code, color, case when shape is null then radius end as radius, latitude, longitude, coalesce(shape, '{"type": "circle"}') as shape, address, city, zip_code from ${sql.table(`${kind}s`)} where customer_id = ${caller.customer_id}`
const entity = (kind: AreaKind): Entity<typeof contract.hubs, Row> => ({
  rows: rowsOf(kind),
  all: rowsOf(kind),
  order: sql`upper(r.code)`,
  create: (values, { tx, caller, ctx }) =>
    createArea(tx, kind, caller.customer_id, values, ctx.now()),
  update: (id, values, { tx, ctx }) => updateArea(tx, kind, id, values, ctx.now()),
  remove: async (id, { tx, ctx, afterwards }) => {
    const vehicleIds = await removeArea(tx, kind, id, ctx.now())
    afterwards(() => tellAlerts(ctx, vehicleIds ?? []))
  },
})
const [hubs, pois] = [
  serve(contract.hubs, entity('hub')),
  serve(contract.pois, entity('poi') as Entity<typeof contract.pois, Row>),
]

export default feature({
  jobs,
  records: { ...hubs.records, ...pois.records },
  handlers: [
    ...hubs.handlers,
    ...pois.handlers,
    handle(contract.hubVehicles, ({ record, caller, ctx }) =>
      vehiclesInside(ctx, caller, 'hub', record.id),
    ),
    handle(contract.poiVehicles, ({ record, caller, ctx }) =>
      vehiclesInside(ctx, caller, 'poi', record.id),
    ),
  ],
})
