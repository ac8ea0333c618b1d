// The configured router, else the embedded one; one for each process.
import type { Config } from '@flotta/platform/config.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { embeddedRouter } from './embedded.ts'
import { osrm } from './osrm.ts'
import { type Router, remembering } from './provider.ts'

const routers = new WeakMap<Config, Router>()
export function routerOf({
  config,
  now,
  limits,
}: Pick<Context, 'config' | 'now' | 'limits'>): Router {
  let router = routers.get(config)
  if (router === undefined) {
    router = remembering(newRouter(config, limits), now)
    routers.set(config, router)
  }
  return router
}
/** A router without a cache, for the test of the service. */
export function newRouter(config: Config, limits: Context['limits']): Router {
  const {
    FLOTTA_ROUTER_URL: url,
    FLOTTA_ROUTER_KEY: key,
    FLOTTA_ROUTER_CALLS_PER_SECOND: perSecond,
  } = config
  return url === undefined ? embeddedRouter : osrm(url, key, perSecond, limits)
}
