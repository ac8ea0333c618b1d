// Serves share links: users of the company create and end them, anybody who has the address opens them.
import { Problem } from '@flotta/core/problem.ts'
import {
  type Context,
  every,
  feature,
  type HttpExchange,
  handle,
} from '@flotta/platform/feature.ts'
import { perHour, perMinute, type Rate } from '@flotta/platform/limits.ts'
import { networkOf } from '@flotta/platform/networks.ts'
import { serve } from '@flotta/platform/resource.ts'
import { sql } from 'kysely'
import { requireOwnFleets, requireVisibleVehicle } from '../../fleet/access/require.ts'
import { recordLook } from '../../fleet/privacy/queries.ts'
import { receiptPdf } from '../../reports/printing/pdf.ts'
import { receiptOf } from '../../reports/printing/receipt.ts'
import * as contract from './contract.ts'
import { fleetGeoJson, vehiclesOfLink } from './fleet-map.ts'
import { countOpening, type OpenLink, openLink } from './open-links.ts'
import {
  createLink,
  endLink,
  forgetLinks,
  type LinkRow,
  linkOf,
  linkRows,
  updateLink,
} from './queries.ts'
import { deliveryOf, subjectOf, temperaturePeriod } from './view.ts'

/** Calls from one network; a page that stays open makes one a minute. */
const PER_NETWORK = perMinute(120)
const PER_LINK = perMinute(300)
/** Limited, because each receipt is signed and stored. */
const RECEIPTS = perHour(20)

async function takeTurn({ limits }: Context, key: string, rate: Rate): Promise<void> {
  const wait = await limits.take(key, rate)
  if (wait > 0)
    throw new Problem('too_many', { key: 'api.wait', values: { count: wait } }, {}, wait)
}
interface Visit {
  readonly params: { readonly token: string }
  readonly address: string
  readonly ctx: Context
  readonly http: HttpExchange
}
/** Opens the link of a request, with a header that keeps its content out of search engines. */
async function visit({ params, address, ctx, http }: Visit): Promise<OpenLink> {
  http.setHeader('x-robots-tag', 'noindex, nofollow')
  http.setHeader('referrer-policy', 'no-referrer')
  await takeTurn(ctx, `follow ${networkOf(address)}`, PER_NETWORK)
  const link = await openLink(ctx, params.token)
  await takeTurn(ctx, `follow link ${link.id}`, PER_LINK)
  return link
}
const wrongKind = () => new Problem('not_found', 'links.unknown')
const isOfFleet = ({ fleet_id, all_vehicles }: OpenLink): boolean =>
  fleet_id !== null || all_vehicles

const { handlers, records } = serve<typeof contract.links, LinkRow>(contract.links, {
  rows: ({ caller, ctx }) => linkRows(caller.customer_id, ctx.now()),
  record: (row, { ctx }) => linkOf(row, ctx),
  // openings change the row too, but are no conflict between two editors
  written: ({ vehicle_id, trip_id, fleet_id, all_vehicles, from, to }) => ({
    vehicle_id,
    trip_id,
    fleet_id,
    all_vehicles,
    from,
    to,
  }),
  order: sql`r."to" desc`,
  async only({ vehicle_id, fleet_id }, { caller: { customer_id }, ctx }) {
    if (vehicle_id !== undefined)
      await requireVisibleVehicle(ctx.db, customer_id, vehicle_id, ctx.now())
    if (fleet_id !== undefined) await requireOwnFleets(ctx.db, customer_id, [fleet_id])
    const ofVehicle = sql`(r.vehicle_id = ${vehicle_id} or exists (select from planned_trips p where p.id = r.trip_id and p.vehicle_id = ${vehicle_id}))`
    return sql`${vehicle_id === undefined ? sql`true` : ofVehicle} and ${fleet_id === undefined ? sql`true` : sql`r.fleet_id = ${fleet_id}`}`
  },
  create: (values, { tx, caller, ctx }) => createLink(tx, caller, values, ctx.now()),
  update: (id, values, { tx, caller, ctx }) =>
    updateLink(tx, caller.customer_id, id, values, ctx.now()),
  remove: (id, { tx, ctx }) => endLink(tx, id, ctx.now()),
})

export default feature({
  records,
  handlers: [
    ...handlers,
    handle(contract.delivery, async request => {
      const { query, ctx, http } = request
      const link = await visit(request)
      if (isOfFleet(link)) throw wrongKind()
      const { vehicle } = await subjectOf(ctx, link)
      const delivery = await deliveryOf(ctx, link)
      http.afterwards(async () => {
        const { from, to } = link
        if (await countOpening(ctx, link, query.again === '1'))
          await recordLook(ctx, link, vehicle, 'link', { from, to })
      })
      return delivery
    }),
    handle(contract.deliveryReceipt, async request => {
      const { ctx, language } = request
      const link = await visit(request)
      if (isOfFleet(link)) throw wrongKind()
      await takeTurn(ctx, `follow receipt ${link.id}`, RECEIPTS)
      const { vehicle } = await subjectOf(ctx, link)
      const { from, to } = temperaturePeriod(link, ctx.now())
      const receipt = await receiptOf(ctx, link, vehicle, {
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
      })
      const bytes = await receiptPdf(receipt, 'a4', language, (key, values = {}) =>
        ctx.say(language, { key, values }),
      )
      return { type: 'application/pdf', bytes, max_age: 0 }
    }),
    handle(contract.fleetMap, async request => {
      const { ctx, http } = request
      const link = await visit(request)
      if (!isOfFleet(link)) throw wrongKind()
      const vehicles = await vehiclesOfLink(ctx, link)
      const json = await fleetGeoJson(ctx, link, vehicles)
      // The address is the secret and no cookie or token is used, so a map on any page may read it.
      http.setHeader('access-control-allow-origin', '*')
      http.afterwards(async () => {
        const { from, to } = link
        if (!(await countOpening(ctx, link, true))) return
        for (const vehicle of vehicles) await recordLook(ctx, link, vehicle, 'link', { from, to })
      })
      return {
        type: 'application/geo+json',
        bytes: new TextEncoder().encode(JSON.stringify(json)),
        max_age: 0,
      }
    }),
  ],
  pages: [
    {
      path: '/follow/:id',
      async check(token, ctx) {
        const link = await openLink(ctx, token)
        await subjectOf(ctx, link)
      },
    },
  ],
  jobs: [every('forget links', 86_400, forgetLinks)],
})
