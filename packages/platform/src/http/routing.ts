// The parts that every route needs, and the checks that each endpoint has exactly one handler and each kind of id exactly one resolver.
import type { Endpoint } from '@flotta/core/contract.ts'
import type {
  Context,
  EndpointHandler,
  EventStream,
  Feature,
  RecordResolver,
  Resolvers,
} from '../feature.ts'
import type { Quotas } from './quotas.ts'

/** Calls are answered only between the start and the stop. */
export interface ServerState {
  state: 'starting' | 'ready' | 'stopping'
}
export interface Routing {
  readonly ctx: Context
  readonly resolvers: Resolvers
  readonly records: ReadonlyMap<string, RecordResolver>
  /** The methods of a path that every company has, in the form of the `Allow` header. */
  methodsOf(path: string): string
  /** The open streams; the server ends them when it stops. */
  readonly streams: Set<EventStream>
  readonly quotas: Quotas
  /** Work that continues after its answer. */
  readonly afterwards: Set<Promise<void>>
}

/** One resolver of each kind from all features. */
export function resolversOf(features: readonly Feature[]): Resolvers {
  const resolversByName = new Map<string, unknown>()
  for (const { resolvers = {} } of features)
    for (const [name, resolve] of Object.entries(resolvers)) {
      if (resolversByName.has(name)) throw new Error(`two features resolve ${name}`)
      resolversByName.set(name, resolve)
    }
  for (const name of ['visible_vehicle', 'own_vehicle', 'caller'] as const)
    if (!resolversByName.has(name)) throw new Error(`no feature resolves ${name}`)
  return Object.fromEntries(resolversByName) as Partial<Resolvers> as Resolvers
}

/** The functions that find the customer of a record, by the name that a scope gives the records. */
export function recordsOf(
  features: readonly Feature[],
  endpoints: readonly Endpoint[],
): ReadonlyMap<string, RecordResolver> {
  const resolversByName = new Map<string, RecordResolver>()
  for (const { records = {} } of features)
    for (const [name, resolve] of Object.entries(records)) {
      if (resolversByName.has(name)) throw new Error(`two features resolve records of ${name}`)
      resolversByName.set(name, resolve)
    }
  for (const e of endpoints)
    if (typeof e.scope === 'object' && 'record' in e.scope && !resolversByName.has(e.scope.record))
      throw new Error(`no feature resolves records of ${e.scope.record}`)
  return resolversByName
}

const nameOf = (e: Endpoint): string => `${e.method} ${e.path}`

/** All handlers. Throws when handlers and endpoints of the contracts do not match. */
export function handlersOf(
  features: readonly Feature[],
  endpoints: readonly Endpoint[],
): EndpointHandler[] {
  const handlers = features.flatMap(f => f.handlers ?? [])
  const handledNames = new Set<string>()
  for (const { endpoint } of handlers) {
    if (handledNames.has(nameOf(endpoint))) throw new Error(`${nameOf(endpoint)} is handled twice`)
    if (typeof endpoint.scope === 'object' && !endpoint.path.includes('/:id'))
      throw new Error(`${nameOf(endpoint)} has a scope but no :id`)
    handledNames.add(nameOf(endpoint))
  }
  const declaredNames = new Set(endpoints.map(nameOf))
  if (declaredNames.size < endpoints.length)
    throw new Error('two endpoints have the same method and path')
  for (const name of declaredNames)
    if (!handledNames.has(name)) throw new Error(`${name} is in a contract but nobody handles it`)
  for (const name of handledNames)
    if (!declaredNames.has(name)) throw new Error(`${name} is handled but in no contract`)
  return handlers
}
