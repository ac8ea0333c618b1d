// Where Prometheus asks for the figures: a port of their own.
import { createServer } from 'node:http'
import type { Config } from './config.ts'
import { METRICS_TYPE, metricsText } from './metrics.ts'

/** Listens on `host:port`; rejects when the port is taken. */
export async function openMetrics(host: string, port: number, roles: Config['FLOTTA_ROLES']): Promise<{ close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metricsText(roles).then(
      text => response.writeHead(200, { 'content-type': METRICS_TYPE }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(port, host, done)
  })
  return { close: () => new Promise(done => server.close(() => done())) }
}
