// The health port of a process, whatever its roles: whether it is alive, whether it can serve, and its metrics.
import { createServer, type ServerResponse } from 'node:http'
import type { Config } from './config.ts'
import { type Health, stateOf } from './health.ts'
import { METRICS_TYPE, metricsText } from './metrics.ts'

export interface HealthPort {
  readonly port: number
  /** From this call on the checks decide whether the process is ready; before it the process is not ready. */
  watch(health: Health): void
  close(): Promise<void>
}

/** Listens on `host:port`; rejects when the port is taken. */
export async function openHealthPort(
  host: string,
  port: number,
  roles: Config['FLOTTA_ROLES'],
): Promise<HealthPort> {
  let health: Health | null = null
  const json = (response: ServerResponse, status: number, body: object) =>
    response
      .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      .end(JSON.stringify(body))
  const ready = async (response: ServerResponse): Promise<void> => {
    if (health === null) return void json(response, 503, { status: 'starting', checks: [] })
    const checks = await health.checks()
    const status = stateOf(checks)
    json(response, status === 'waiting' ? 503 : 200, { status, checks })
  }
  const figures = async (response: ServerResponse): Promise<void> => {
    const text = await metricsText(roles)
    response.writeHead(200, { 'content-type': METRICS_TYPE }).end(text)
  }
  const answers: Readonly<Record<string, (response: ServerResponse) => Promise<void> | void>> = {
    '/healthz': response => void json(response, 200, { status: 'alive' }),
    '/readyz': ready,
    '/metrics': figures,
  }
  const server = createServer((request, response) => {
    const answer =
      request.method === 'GET' || request.method === 'HEAD'
        ? answers[request.url?.split('?')[0] ?? '']
        : undefined
    if (answer === undefined) response.writeHead(404).end()
    else Promise.resolve(answer(response)).catch(() => response.writeHead(500).end())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    watch(watchedHealth) {
      health = watchedHealth
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
