// Prometheus metrics on a port of their own: the process, the gateway's counters, what waits in the bus.
import { createServer } from 'node:http'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'

/** Name → what it counts and how to read it now. */
export type Figures = Readonly<Record<string, { readonly help: string; read(): number }>>

/** Listens on `host:port`; rejects when the port is taken. Every figure is read when asked for. */
export async function openMetrics(host: string, port: number, figures: Figures): Promise<{ readonly port: number; close(): Promise<void> }> {
  const register = new Registry()
  collectDefaultMetrics({ register, prefix: 'flotta_' })
  for (const [name, { help, read }] of Object.entries(figures))
    new Gauge({
      name: `flotta_${name}`,
      help,
      registers: [register],
      collect() {
        this.set(read())
      },
    })
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    register.metrics().then(
      text => response.writeHead(200, { 'content-type': register.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(port, host, done)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => new Promise(done => server.close(() => done())),
  }
}
