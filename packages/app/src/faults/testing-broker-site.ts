// A gateway and a worker behind a broker, for tests: devices are made and publish, and their stored records are read.
import commands from '@flotta/features/services/commands/server.ts'
import telemetry from '@flotta/features/telemetry/pipeline/server.ts'
import { gatewayBook } from '@flotta/features/telemetry/registry/gateways.ts'
import { createDevice } from '@flotta/features/telemetry/registry/queries.ts'
import devices from '@flotta/features/telemetry/registry/server.ts'
import { productDatabase } from '@flotta/features/testing/database.ts'
import { readConfig } from '@flotta/platform/config.ts'
import { type Gateway, openGateway } from '@flotta/platform/gateway.ts'
import { startWorker } from '@flotta/platform/worker.ts'
import { protocols } from '@flotta/protocols/protocols.ts'
import { anyDevicePorts } from '../bench/ports.ts'
import { openPlatform } from '../context.ts'
import type { Broker } from './broker.ts'

export type BrokerSite = Awaited<ReturnType<typeof openBrokerSite>>

/** Opens a site on a database of its own, without a gateway at first. */
export async function openBrokerSite(broker: Broker) {
  const database = await productDatabase()
  const platform = await openPlatform(
    readConfig({
      DATABASE_URL: database.url,
      FLOTTA_LOG_LEVEL: 'silent',
      FLOTTA_MQTT_URL: broker.url,
      ...anyDevicePorts,
    }),
    { application: 'mqtt test', say: (_, words) => words.key, note: () => undefined },
  )
  const { ctx } = platform
  const { id: customer } = await ctx.db
    .insertInto('customers')
    .values({ name: 'Trasporti Verdi', configurations: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const worker = startWorker([devices, commands, telemetry], ctx)
  const gateways: Gateway[] = []
  return {
    ctx,
    gateways,
    async openGateway(instance: string): Promise<Gateway> {
      const ownContext = { ...ctx, instance }
      const gateway = await openGateway(protocols, ownContext, {
        book: gatewayBook(ownContext),
        identify: (...a) =>
          devices.resolvers?.device?.(...a) ?? Promise.reject(new Error('no resolver')),
        address: '127.0.0.1',
      })
      gateways.push(gateway)
      return gateway
    },
    async newDevice(imei: string, protocol: string, profile?: string) {
      const { id } = await ctx.db
        .insertInto('vehicles')
        .values({ customer_id: customer, plate: imei, vehicle_type: 'V', configurations: '{}' })
        .returning('id')
        .executeTakeFirstOrThrow()
      return createDevice(ctx, { imei, vehicle_id: id, protocol, ...(profile && { profile }) })
    },
    /** The stored positions of a vehicle in the order of time; `at` in seconds. */
    placesOf: async (vehicle_id: number | null) =>
      (
        await ctx.pool.query<{ at: number; latitude_e7: number; speed: number }>(
          'select extract(epoch from message_datetime)::float8 as at, latitude_e7, speed from positions where vehicle_id = $1 order by 1',
          [vehicle_id],
        )
      ).rows,
    async close() {
      for (const gateway of gateways) await gateway.stop()
      await worker.stop()
      await platform.close()
      await database.close()
    },
  }
}

/** A record of Codec JSON at a time, seconds. */
export const codecJson = (ts: number): string =>
  JSON.stringify({
    state: {
      reported: {
        ts: ts * 1_000,
        pr: 0,
        latlng: '45.4634,9.1877',
        alt: 120,
        ang: 187,
        sat: 12,
        sp: 62,
        evt: 0,
        239: 1,
      },
    },
  })
