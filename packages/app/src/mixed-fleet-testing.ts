// The real gateway and worker for trackers of several protocols, on the shared port.
import net from 'node:net'
import commands from '@flotta/features/services/commands/server.ts'
import telemetry from '@flotta/features/telemetry/pipeline/server.ts'
import { listDevices } from '@flotta/features/telemetry/registry/device-list.ts'
import { gatewayBook } from '@flotta/features/telemetry/registry/gateways.ts'
import { createDevice } from '@flotta/features/telemetry/registry/queries.ts'
import devices from '@flotta/features/telemetry/registry/server.ts'
import { productDatabase } from '@flotta/features/testing/database.ts'
import { readConfig } from '@flotta/platform/config.ts'
import { openGateway } from '@flotta/platform/gateway.ts'
import { startWorker } from '@flotta/platform/worker.ts'
import { protocols } from '@flotta/protocols/protocols.ts'
import { expect, vi } from 'vitest'
import { anyDevicePorts } from './bench/ports.ts'
import { openPlatform } from './context.ts'

export type MixedFleet = Awaited<ReturnType<typeof openMixedFleet>>

/** One company without devices; `close` ends connections, gateway, worker and database. */
export async function openMixedFleet() {
  const database = await productDatabase()
  const platform = await openPlatform(
    readConfig({ DATABASE_URL: database.url, FLOTTA_LOG_LEVEL: 'silent', ...anyDevicePorts }),
    { application: 'mixed fleet test', say: (_, words) => words.key, note: () => undefined },
  )
  const { ctx } = platform
  const { id: customer_id } = await ctx.db
    .insertInto('customers')
    .values({ name: 'Trasporti Bianchi', configurations: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const worker = startWorker([devices, commands, telemetry], ctx)
  const gateway = await openGateway(protocols, ctx, {
    book: gatewayBook(ctx),
    identify: (...a) =>
      devices.resolvers?.device?.(...a) ?? Promise.reject(new Error('no resolver')),
    address: '127.0.0.1',
  })
  const open: net.Socket[] = []
  return {
    ctx,
    gateway,
    async newDevice(imei: string, protocol: string, profile?: string) {
      const { id } = await ctx.db
        .insertInto('vehicles')
        .values({ customer_id, plate: imei, vehicle_type: 'V', configurations: '{}' })
        .returning('id')
        .executeTakeFirstOrThrow()
      return createDevice(ctx, {
        imei,
        vehicle_id: id,
        protocol,
        ...(profile !== undefined && { profile }),
      })
    },
    /** Connects a tracker on the shared port. */
    connect() {
      const port = gateway.addresses.get('any')?.tcp?.port ?? 0
      const socket = net.connect({ port, host: '127.0.0.1' })
      open.push(socket)
      let received = Buffer.alloc(0)
      socket.on('data', bytes => {
        received = Buffer.concat([received, bytes])
      })
      socket.on('error', () => {})
      return {
        say: (bytes: Uint8Array | string) => void socket.write(bytes),
        hears: (expected: string | RegExp) =>
          vi.waitFor(() =>
            typeof expected === 'string'
              ? expect(received.toString('hex')).toBe(expected)
              : expect(received.toString('latin1')).toMatch(expected),
          ),
      }
    },
    positionsOf: (vehicle_id: number | null) =>
      ctx.db
        .selectFrom('positions')
        .select(['message_datetime', 'latitude_e7'])
        .where('vehicle_id', '=', vehicle_id ?? 0)
        .orderBy('message_datetime')
        .execute(),
    /** Connections are stored in groups, shortly after they began; until then a command finds its device offline. */
    isConnected: (id: number) =>
      vi.waitFor(async () =>
        expect((await listDevices(ctx)).find(d => d.id === id)?.connected).toBe(true),
      ),
    async close() {
      for (const socket of open) socket.destroy()
      await gateway.stop()
      await worker.stop()
      await platform.close()
      await database.close()
    },
  }
}

/** The digits of a moment, two each: year, month, day, hour, minute, second. */
export const clockOf = (at: Date): readonly string[] =>
  at.toISOString().slice(2).match(/\d\d/g) ?? []
