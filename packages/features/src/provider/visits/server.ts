// Visits of providers: opened with a reason, shown to the company, and the only way to its positions.
import type { Language } from '@flotta/core/languages.ts'
import { invalid } from '@flotta/core/problem.ts'
import { type Context, feature, handle } from '@flotta/platform/feature.ts'
import { serve } from '@flotta/platform/resource.ts'
import { sql } from 'kysely'
import {
  endVisit,
  lookByVisit,
  openVisit,
  type VisitRow,
  visitRecord,
  visitRows,
} from '../../fleet/privacy/visits.ts'
import { recordWrite } from '../../house/installation/trail.ts'
import type { Pin } from '../../map/global-map/contract.ts'
import { pinsOf } from '../../map/global-map/queries.ts'
import { whereOf } from '../../places/geocoding/where.ts'
import * as contract from './contract.ts'

const recordOf = (row: VisitRow, user_id: number): contract.ProvidedVisit => ({
  ...visitRecord(row),
  customer_id: row.customer_id,
  customer_name: row.customer_name,
  own: row.user_id === user_id,
})

/** The vehicles of a company as the company sees them itself: by its agreements, and never in private times. */
async function vehiclesOf(
  ctx: Context,
  customer_id: number,
  language: Language,
): Promise<contract.VisitedVehicle[]> {
  const pins = await pinsOf(ctx, customer_id)
  const spots = pins.flatMap(({ id, latitude, longitude }) =>
    latitude === undefined || longitude === undefined ? [] : [{ id, latitude, longitude }],
  )
  const places = await whereOf(spots, language, ctx)
  const placeOf = new Map(spots.map(({ id }, index) => [id, places[index] || null]))
  return pins.map((pin: Pin) => ({
    id: pin.id,
    plate: pin.plate,
    vehicle_type: pin.vehicle_type,
    status: pin.status,
    motion: pin.motion,
    ignition: pin.ignition ?? null,
    private: pin.private === true,
    latitude: pin.latitude ?? null,
    longitude: pin.longitude ?? null,
    direction: pin.direction ?? null,
    place: placeOf.get(pin.id) ?? null,
    message_datetime: pin.message_datetime ?? null,
    gps_datetime: pin.gps_datetime ?? null,
  }))
}

const list = serve<typeof contract.visits, VisitRow>(contract.visits, {
  rows: () => visitRows(sql`true`),
  record: (row, { caller }) => recordOf(row, caller.user_id),
  order: sql`r.opened_at desc, r.id desc`,
})

export default feature({
  records: list.records,
  handlers: [
    ...list.handlers,
    handle(contract.openVisit, async ({ body, caller, ctx }) => {
      const { rows } = await ctx.db.transaction().execute(async tx => {
        const company = await tx
          .selectFrom('customers')
          .select('id')
          .where('id', '=', body.customer_id)
          .where('deleted_at', 'is', null)
          .executeTakeFirst()
        if (company === undefined) throw invalid({ customer_id: 'validation.unknown' })
        const id = await openVisit(tx, { ...body, user_id: caller.user_id }, ctx.now())
        await recordWrite(tx, { caller, ctx }, 'POST /provider/visits', body, id)
        return sql<VisitRow>`${visitRows(sql`s.id = ${id}`)}`.execute(tx)
      })
      return recordOf(rows[0] as VisitRow, caller.user_id)
    }),
    handle(contract.closeVisit, async ({ record: { id }, caller, ctx }) => {
      await endVisit(ctx.db, id, ctx.now())
      await recordWrite(ctx.db, { caller, ctx }, 'DELETE /provider/visits/:id', {}, id)
      return null
    }),
    handle(contract.visitedVehicles, async ({ record: { id }, caller, language, ctx }) =>
      vehiclesOf(ctx, await lookByVisit(ctx, id, caller.user_id), language),
    ),
  ],
})
