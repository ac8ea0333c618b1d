// Live updates, with the same payloads for polls (`updates`) and for the stream (`stream`).
import { ById, endpoint, Id, Instant } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { ActiveAlert } from '../../alerts/incidents/contract.ts'
import { Notification } from '../../people/notifications/contract.ts'
import { Report } from '../../reports/reports/contract.ts'
import { Pin } from '../global-map/contract.ts'

/**
 * `from` of the next poll: the server's read time less 2 s, so that late commits are not
 * missed.
 */
export const UpdatesMeta = z.object({ until: Instant })
/**
 * Pins, vehicles' alerts, the reader's notifications and reports that changed since `from`; applying a patch twice does no harm. `removed`: vehicles no
 * longer visible.
 */
export const Updates = z.object({
  pins: z.array(Pin),
  removed: z.array(Id),
  alerts: z.array(ActiveAlert),
  notifications: z.array(Notification),
  reports: z.array(Report),
})
export type Updates = z.infer<typeof Updates>

export const updates = endpoint({
  method: 'POST',
  path: '/updates',
  summary: 'What changed since an instant',
  reads_only: true,
  allow: 'view',
  scope: 'customer',
  body: z.object({ from: Instant }),
  reply: Updates,
  meta: UpdatesMeta,
})
/**
 * The changes of one vehicle: its pin, and the kinds of data that are newer than `from`, so that the
 * panels of these kinds read again.
 */
export const VehicleUpdates = z.object({
  pin: Pin,
  kinds: z.array(z.string()),
  alerts: z.array(ActiveAlert),
})
export const vehicleUpdates = endpoint({
  method: 'GET',
  path: '/vehicles/:id/updates',
  summary: 'What changed on one vehicle since an instant',
  allow: 'view',
  scope: { vehicle: 'visible' },
  params: ById,
  query: z.object({ from: Instant }),
  reply: VehicleUpdates,
  meta: UpdatesMeta,
})

/**
 * Server-sent events over fetch. Each event's `data` is one JSON value of this union. `pins`: patches, each a whole pin, with `kinds`: vehicle → kinds of
 * data that changed (`alert`: its incidents); `news`: records changed, named by a word (`vehicles`: the list of them, `notifications`: the inbox); `paused`:
 * changes of devices cannot be pushed now, poll until the next `resync`; `resync`: read everything again, because this reader was too slow or its computer
 * slept, or because pushing works again; `bye`: the session ended.
 */
export const StreamEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('hello'), until: Instant }),
  z.object({
    event: z.literal('pins'),
    until: Instant,
    pins: z.array(Pin),
    kinds: z.array(z.tuple([Id, z.array(z.string())])),
  }),
  z.object({ event: z.literal('news'), until: Instant, of: z.string() }),
  z.object({ event: z.literal('paused') }),
  z.object({ event: z.literal('resync') }),
  z.object({ event: z.literal('bye') }),
])
export type StreamEvent = z.infer<typeof StreamEvent>
export const stream = endpoint({
  method: 'GET',
  path: '/stream',
  summary: 'Live updates as server-sent events',
  allow: 'view',
  scope: 'customer',
  reply: StreamEvent,
  kind: 'sse',
})
