// The endpoints of live updates.
import { notFound } from '@flotta/core/problem.ts'
import { type Context, every, feature, handle } from '@flotta/platform/feature.ts'
import { alertsOf } from '../../alerts/incidents/active-alert-records.ts'
import { mayBeNotified } from '../../fleet/access/rules.ts'
import { inbox, notificationOf } from '../../people/notifications/queries.ts'
import { reportsSince } from '../../reports/reports/queries.ts'
import { pinsOf } from '../global-map/queries.ts'
import * as contract from './contract.ts'
import { LiveStreams } from './hub.ts'
import { changedPins, kindsSince, purgeChanges, removedSince, untilOf } from './queries.ts'

const streamsByPool = new WeakMap<Context['pool'], LiveStreams>()
/** Most notifications of one poll. */
const NEWEST = 100

export default feature({
  jobs: [every('vehicle changes purge', 86_400, purgeChanges)],
  handlers: [
    handle(contract.updates, async ({ body, caller, language, ctx }) => {
      const until = untilOf(ctx.now())
      const from = Date.parse(body.from)
      const since = new Date(from)
      const [pins, removed, alerts, reports, notifications] = await Promise.all([
        changedPins(ctx, caller.customer_id, from),
        removedSince(ctx, caller.customer_id, from),
        alertsOf(ctx, language, caller.customer_id, { since: from }),
        reportsSince(ctx, caller, from),
        inbox(ctx.db, caller.user_id)
          .where(eb => eb.or([eb('created_at', '>=', since), eb('read_at', '>=', since)]))
          .orderBy('id', 'desc')
          .limit(NEWEST)
          .execute(),
      ])
      return {
        data: {
          pins,
          removed,
          alerts,
          notifications: notifications.map(row => notificationOf(row, language, ctx.say)),
          reports,
        },
        meta: { until },
      }
    }),
    handle(contract.vehicleUpdates, async ({ query, vehicle, caller, language, ctx }) => {
      const until = untilOf(ctx.now())
      const ids = [vehicle.vehicle_id]
      const [[pin], kinds, alerts] = await Promise.all([
        pinsOf(ctx, caller.customer_id, ids),
        kindsSince(ctx, caller.customer_id, vehicle.vehicle_id, Date.parse(query.from)),
        alertsOf(ctx, language, caller.customer_id, { vehicle_ids: ids }),
      ])
      if (pin === undefined) throw notFound()
      return {
        data: { pin, kinds: kinds.filter(kind => mayBeNotified(kind, vehicle, ctx.now())), alerts },
        meta: { until },
      }
    }),
    handle(contract.stream, async ({ caller, http, ctx }) => {
      const hub = streamsByPool.get(ctx.pool)
      if (hub === undefined) throw new Error('the hub of live updates is not open')
      await hub.join(caller, http.stream())
      return { event: 'bye' as const }
    }),
  ],
  start: {
    api: async ctx => {
      const hub = new LiveStreams(ctx)
      streamsByPool.set(ctx.pool, hub)
      return () => hub.close()
    },
  },
})
