// Incidents for the broker: in the order of the feed, at least once, none of a private time.
import type { BrokerChannel } from '@flotta/platform/broker.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { isPrivate } from '../../fleet/access/rules.ts'
import { givePlaces, nextChanges } from '../feed/order.ts'
import { accesses, incidentRows, seenVehicles } from '../feed/rows.ts'
import { publishedMessages } from './broker-memory.ts'
import { lastIncidentPlace, noteProgress, progressOf } from './queries.ts'
import { topicOf } from './rules.ts'

const BATCH = 500

export class IncidentPublisher {
  readonly #ctx: Context
  readonly #channel: BrokerChannel
  /** Company → its next place in the feed. */
  readonly #places = new Map<number, number>()

  constructor(ctx: Context, channel: BrokerChannel) {
    this.#ctx = ctx
    this.#channel = channel
  }

  /** Forgets companies that publish no more: one that begins again starts with future incidents. */
  keepOnly(companies: readonly number[]): void {
    for (const customer_id of this.#places.keys())
      if (!companies.includes(customer_id)) this.#places.delete(customer_id)
  }
  /** Publishes new incidents of the vehicles that a company sees. */
  async publish(customer_id: number, vehicle_ids: readonly number[]): Promise<void> {
    const { db } = this.#ctx
    await givePlaces(this.#ctx, 'incidents')
    let place = this.#places.get(customer_id) ?? (await progressOf(db, customer_id))
    let more = true
    while (more) {
      const end = (await lastIncidentPlace(db)) + 1
      const page = await nextChanges(
        this.#ctx,
        'incidents',
        { place, skip: 0 },
        BATCH,
        customer_id,
        vehicle_ids,
      )
      await this.#tell(customer_id, page.keys)
      more = page.more
      // Without more entries this company has none before `end`, so the entries of others are skipped for good.
      place = more ? page.spot.place : Math.max(page.spot.place, end)
      this.#places.set(customer_id, place)
      if (page.keys.length > 0) await noteProgress(db, customer_id, place)
    }
  }

  async #tell(
    customer_id: number,
    keys: Awaited<ReturnType<typeof nextChanges>>['keys'],
  ): Promise<void> {
    if (keys.length === 0) return
    const ctx = this.#ctx
    const { FLOTTA_MQTT_TOPIC: template, FLOTTA_LANGUAGE: language } = ctx.config
    const reader = { customer_id, seen: await seenVehicles(ctx, customer_id) }
    const access = await accesses(ctx, reader, keys)
    const incidents = (await incidentRows(ctx, reader, language, keys)).filter(incident => {
      const vehicleAccess = access.get(incident.vehicle_id)
      return (
        vehicleAccess !== undefined && !isPrivate(vehicleAccess, Date.parse(incident.created_at))
      )
    })
    await Promise.all(
      incidents.map(incident => {
        const { vehicle_id } = incident
        const plate = reader.seen.get(vehicle_id)?.plate ?? ''
        return this.#channel.publish({
          topic: topicOf(template, { customer_id, vehicle_id, plate }, 'incident'),
          payload: JSON.stringify(incident),
          retain: false,
        })
      }),
    )
    publishedMessages.inc({ kind: 'incident' }, incidents.length)
  }
}
