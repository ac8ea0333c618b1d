// Starts a server with one or more of the three roles; used by main, the tests and the benchmarks.
import { endpoints, features, providersOf, schemaNames } from '@flotta/features/features.ts'
import { registerBusMetrics } from '@flotta/platform/bus.metrics.ts'
import type { Context, Feature, Resolvers } from '@flotta/platform/feature.ts'
import { type Gateway, openGateway } from '@flotta/platform/gateway.ts'
import { healthOf } from '@flotta/platform/health.ts'
import { type HttpServer, openHttp } from '@flotta/platform/http.ts'
import { gauge } from '@flotta/platform/metrics.ts'
import { watchProviders } from '@flotta/platform/providers.ts'
import { startQueue } from '@flotta/platform/queue-runner.ts'
import { openTracing } from '@flotta/platform/trace.ts'
import { startWorker } from '@flotta/platform/worker.ts'
import { protocols } from '@flotta/protocols/protocols.ts'
import { version } from '../../../package.json'
import { StartError } from './context.ts'

const info = gauge({ name: 'flotta_info', help: 'Which version runs here', labels: ['version'] })

export interface Server {
  readonly http: HttpServer | null
  readonly gateway: Gateway | null
  /** Stops in order: accepts no new work, commits and answers the work in progress, then closes everything else. */
  stop(): Promise<void>
}

/** Starts the roles of the configuration. Throws StartError when an address is taken. */
export async function startServer(
  ctx: Context,
  { webDir }: { readonly webDir?: string } = {},
): Promise<Server> {
  const roles = ctx.config.FLOTTA_ROLES
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end()
  }
  try {
    info.set({ version }, 1)
    stops.push(await openTracing(ctx.config, { instance: ctx.instance, version }))
    const tellNoMore = registerBusMetrics(ctx.bus)
    stops.push(async () => tellNoMore())
    for (const role of roles)
      for (const feature of features as readonly Feature[]) {
        const end = await feature.start?.[role]?.(ctx)
        if (end) stops.push(end)
      }
    if (roles.includes('worker')) {
      const worker = startWorker(features, ctx)
      stops.push(() => worker.stop())
      const queue = await startQueue(features, ctx)
      stops.push(() => queue.stop())
    }
    const http = roles.includes('api') ? await startHttp(ctx, webDir) : null
    if (http) stops.push(() => http.close())
    const gateway = roles.includes('gateway') ? await startGateway(ctx) : null
    if (gateway) stops.push(() => gateway.stop())
    if (roles.includes('api') || roles.includes('worker')) {
      const ignore = watchProviders(providersOf(ctx.config), ctx)
      stops.push(async () => ignore())
    }
    http?.ready()
    return { http, gateway, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function resolver<K extends keyof Resolvers>(name: K): Resolvers[K] {
  const resolvers = (features as readonly Feature[]).flatMap(f => f.resolvers?.[name] ?? [])
  if (resolvers.length !== 1) throw new Error(`${resolvers.length} features resolve ${name}`)
  return resolvers[0] as Resolvers[K]
}

/** Opens a port. When the port is taken, the error says which setting changes it. */
export async function listening<T>(variable: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    // The gateway's error names its own port.
    const {
      code,
      address,
      port,
      setting = variable,
    } = error as { code?: string; address?: string; port?: number; setting?: string }
    if (code === 'EADDRINUSE')
      throw new StartError(
        `Port ${port} is taken: set ${setting} to a free one, or end what uses it`,
      )
    if (code === 'EACCES')
      throw new StartError(
        `Port ${port} may not be used by this account: set ${setting} to one above 1023`,
      )
    if (code === 'EADDRNOTAVAIL')
      throw new StartError(`The address ${address} is not one of this machine: set FLOTTA_HOST`)
    throw error
  }
}

const startHttp = (ctx: Context, webDir: string | undefined) =>
  listening('FLOTTA_HTTP_PORT', async () => {
    const http = await openHttp({
      ctx,
      features,
      endpoints,
      schemaNames,
      version,
      ...(webDir && { webDir }),
    })
    await http.listen()
    return http
  })

async function startGateway(ctx: Context) {
  const gateway = await listening('FLOTTA_GATEWAY_HOST', () =>
    openGateway(protocols, ctx, {
      identify: resolver('device'),
      book: resolver('gateways')(ctx),
    }),
  )
  healthOf(ctx).watch('gateway', () => (gateway.draining ? 'it takes no devices any more' : null))
  return gateway
}
