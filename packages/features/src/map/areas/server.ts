// Serves the customer's hubs and points of interest, and which vehicles are inside now.
import { pageOrAll } from '@flotta/core/contract.ts'
import { mapFormatOf } from '@flotta/core/map-files.ts'
import type { CustomerContext, Entity } from '@flotta/platform/entity.ts'
import {
  type Caller,
  type Context,
  feature,
  type HandlerRequest,
  type HttpExchange,
  handle,
} from '@flotta/platform/feature.ts'
import { answeredOnce } from '@flotta/platform/idempotency.ts'
import { mapFile } from '@flotta/platform/map-file.ts'
import { serve, serveBulk } from '@flotta/platform/resource.ts'
import { sql } from 'kysely'
import { tellAlerts } from '../../alerts/incidents/conditions.ts'
import { featureOfArea } from './area-files.ts'
import * as contract from './contract.ts'
import type { Sizes } from './geojson.ts'
import { importAreas } from './import.ts'
import { jobs } from './jobs.ts'
import { areaRows, createArea, removeArea, tableOf, updateArea } from './queries.ts'
import type { AreaKind } from './rules.ts'
import { vehiclesInside } from './vehicles-inside.ts'

type Row = contract.Area & { readonly customer_id: number }
const rowsOf =
  (kind: AreaKind) =>
  ({ caller }: CustomerContext) =>
    areaRows(kind, caller.customer_id)
const entity = (kind: AreaKind): Entity<typeof contract.hubs, Row> => ({
  rows: rowsOf(kind),
  all: rowsOf(kind),
  tables: [tableOf(kind)],
  order: sql`upper(r.code)`,
  create: (values, { tx, caller, ctx }) =>
    createArea(tx, kind, caller.customer_id, values, ctx.now()),
  update: (id, values, { tx, ctx }) => updateArea(tx, kind, id, values, ctx.now()),
  remove: async (id, { tx, ctx, afterwards }) => {
    const vehicleIds = await removeArea(tx, kind, id, ctx.now())
    afterwards(() => tellAlerts(ctx, vehicleIds ?? []))
  },
})
const [hubEntity, poiEntity] = [entity('hub'), entity('poi') as Entity<typeof contract.pois, Row>]
const [hubs, pois] = [serve(contract.hubs, hubEntity), serve(contract.pois, poiEntity)]

/** Imports all areas of the features, or none; a repeated call with the same key gets the same answer. */
const importing =
  (kind: AreaKind) =>
  async ({
    body,
    query,
    caller,
    ctx,
    http,
  }: {
    readonly body: { readonly features: readonly unknown[] }
    readonly query: Sizes
    readonly caller: Caller
    readonly ctx: Context
    readonly http: HttpExchange
  }) =>
    ctx.db.transaction().execute(async tx => {
      const request = {
        tx,
        caller,
        ctx,
        path: `/${kind}s/import`,
        body: { body, query },
        key: http.header('idempotency-key'),
      }
      const { record } = await answeredOnce(request, async () => {
        const { customer_id } = caller
        const ids = await importAreas(tx, kind, customer_id, body.features, query, ctx.now())
        const { rows } =
          await sql<Row>`select r.* from (${rowsOf(kind)({ caller, ctx })}) r where r.id = any(${ids}::int4[]) order by r.id`.execute(
            tx,
          )
        const areas = rows.map(({ customer_id: _, ...area }): contract.Area => area)
        return { record: { id: ids[0] ?? 0, areas }, etag: null, made: true }
      })
      return record.areas
    })

/** Exports all areas as a map file. */
const exporting =
  (kind: AreaKind) =>
  async ({
    query,
    caller,
    ctx,
    http,
    language,
  }: Pick<
    HandlerRequest<typeof contract.exportHubs>,
    'query' | 'caller' | 'ctx' | 'http' | 'language'
  >) => {
    const { rows } =
      await sql<Row>`select r.* from (${rowsOf(kind)({ caller, ctx })}) r order by upper(r.code)`.execute(
        ctx.db,
      )
    const title = ctx.say(language, { key: `areas.title.${kind}` })
    return mapFile(mapFormatOf(query.format, http.header('accept')), title, rows.map(featureOfArea))
  }

export default feature({
  jobs,
  records: { ...hubs.records, ...pois.records },
  handlers: [
    ...hubs.handlers,
    ...pois.handlers,
    serveBulk(contract.hubsBulk, contract.hubs, hubEntity),
    serveBulk(contract.poisBulk, contract.pois, poiEntity),
    handle(contract.importHubs, importing('hub')),
    handle(contract.importPois, importing('poi')),
    handle(contract.exportHubs, exporting('hub')),
    handle(contract.exportPois, exporting('poi')),
    handle(contract.hubVehicles, async ({ record, query, caller, ctx }) =>
      pageOrAll(await vehiclesInside(ctx, caller, 'hub', record.id), query),
    ),
    handle(contract.poiVehicles, async ({ record, query, caller, ctx }) =>
      pageOrAll(await vehiclesInside(ctx, caller, 'poi', record.id), query),
    ),
  ],
})
