// Traces sent to an OTLP receiver: of a record through gateway, bus, worker and live updates, and of a call.

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import net from 'node:net'
import telemetry from '@flotta/features/telemetry/pipeline/server.ts'
import { gatewayBook } from '@flotta/features/telemetry/registry/gateways.ts'
import devices from '@flotta/features/telemetry/registry/server.ts'
import { type TestApp, testApp } from '@flotta/features/testing/app.ts'
import { readConfig } from '@flotta/platform/config.ts'
import { openGateway } from '@flotta/platform/gateway.ts'
import { beginSpan, openTracing } from '@flotta/platform/trace.ts'
import { startWorker } from '@flotta/platform/worker.ts'
import { protocols } from '@flotta/protocols/protocols.ts'
import { avlFrame, CODEC_8, loginFrame } from '@flotta/protocols/teltonika/device.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { anyDevicePorts } from './bench/ports.ts'

interface ExportedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly { readonly key: string }[]
}
interface Request {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly ExportedSpan[] }[]
  }[]
}

const exportedSpans: ExportedSpan[] = []
let receiver: Server
let app: TestApp
let endpoint = ''
beforeAll(async () => {
  receiver = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(Buffer.concat(parts).toString()) as Request
      if (request.url === '/v1/traces')
        exportedSpans.push(...resourceSpans.flatMap(r => r.scopeSpans.flatMap(s => s.spans)))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  app = await testApp({ env: { FLOTTA_TRUSTED_PROXIES: '127.0.0.1', ...anyDevicePorts } })
})
afterAll(async () => {
  await app.close()
  await new Promise(resolve => receiver.close(resolve))
})

const tracing = (part: string) =>
  openTracing(
    readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: part }),
    { instance: 'test', version: 'test' },
  )

test('without a receiver nothing is traced, and with one only what was sampled', async () => {
  const end = await openTracing(readConfig({}), { instance: 'test', version: 'test' })
  expect(beginSpan('packet', 'producer', {})).toBeNull()
  await end()
  const stop = await tracing('0')
  expect(beginSpan('packet', 'producer', {})).toBeNull()
  // A trace that its origin did not sample is not sampled here either; an invalid header counts as none.
  expect(beginSpan('store', 'consumer', {}, `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`)).toBeNull()
  expect(beginSpan('store', 'consumer', {}, `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`)).toBeNull()
  const span = beginSpan('store', 'consumer', {}, `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`)
  expect(span?.traceparent).toMatch(new RegExp(`^00-${'a'.repeat(32)}-[0-9a-f]{16}-01$`))
  await stop()
})

test('a record is traced from its frame to its readers, without attributes that name the vehicle or the customer', async () => {
  const stop = await tracing('1')
  const { ctx } = app
  const customer = await app.make.customer()
  const vehicle = await app.make.vehicle(customer.id)
  const device = await app.make.device(vehicle.id)
  await app.make.agreement(vehicle.id, customer.id, 2)
  const reader = await app.as(await app.make.user(customer.id, 'view'))
  const identify = devices.resolvers?.device
  if (identify === undefined) throw new Error('nobody knows devices')
  const worker = startWorker([{ ...telemetry, jobs: [] }], ctx)
  const gateway = await openGateway(protocols, ctx, { identify, book: gatewayBook(ctx) })
  const line = new AbortController()
  try {
    const web = await app.server.listen(0)
    const stream = await fetch(`http://127.0.0.1:${web}/api/v1/stream`, {
      headers: { authorization: `Bearer ${reader.token}` },
      signal: line.signal,
    })
    const streamReader = stream.body?.getReader()
    let text = ''
    const hears = async (word: string) => {
      while (!text.includes(word)) {
        const { done, value } = (await streamReader?.read()) ?? { done: true, value: undefined }
        if (done) throw new Error(`the stream ended before ${word}: ${text}`)
        text += new TextDecoder().decode(value)
      }
    }
    await hears('hello')
    const socket = net.connect({
      port: gateway.addresses.get('teltonika')?.tcp?.port ?? 0,
      host: '127.0.0.1',
    })
    const fix = {
      latitude_e7: 454_642_000,
      longitude_e7: 91_900_000,
      altitude: 120,
      direction: 90,
      speed: 50,
      satellites: 11,
    }
    socket.write(loginFrame(device.imei))
    socket.write(avlFrame(CODEC_8, [{ at: ctx.now() - 1_000, fix, elements: [] }]))
    await hears('pins')
    socket.destroy()
  } finally {
    line.abort()
    await gateway.stop()
    await worker.stop()
    await stop()
  }
  const [packet, store, live] = ['packet', 'store', 'live'].map(name =>
    exportedSpans.find(span => span.name === name),
  )
  expect(store).toMatchObject({ traceId: packet?.traceId, parentSpanId: packet?.spanId })
  expect(live).toMatchObject({ traceId: packet?.traceId, parentSpanId: store?.spanId })
  expect(packet?.parentSpanId ?? '').toBe('')
  expect(
    [
      ...new Set([packet, store, live].flatMap(span => span?.attributes.map(a => a.key) ?? [])),
    ].sort(),
  ).toEqual(['batch', 'protocol', 'readers', 'records'])
})

test('a call continues the trace of a trusted proxy, and of nobody else', async () => {
  const stop = await tracing('1')
  const traceparent = `00-${'c'.repeat(32)}-${'d'.repeat(16)}-01`
  const ask = (remoteAddress: string) =>
    app.server.app.inject({
      method: 'GET',
      url: '/api/v1/about',
      headers: { traceparent },
      remoteAddress,
    })
  await ask('127.0.0.1')
  await ask('192.0.2.7')
  await stop()
  await vi.waitFor(() =>
    expect(exportedSpans.filter(span => span.name === 'GET /api/v1/about')).toHaveLength(2),
  )
  const [own, foreign] = exportedSpans.filter(span => span.name === 'GET /api/v1/about')
  expect(own).toMatchObject({ traceId: 'c'.repeat(32), parentSpanId: 'd'.repeat(16) })
  expect(foreign?.traceId).not.toBe('c'.repeat(32))
})
