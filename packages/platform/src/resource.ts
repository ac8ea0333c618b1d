// The server half of every managed entity: search, paging, reading one record, writes with their conflicts. The feature defines its rows and how they are written.
import type { Endpoint } from '@flotta/core/contract.ts'
import type { ServedResource } from '@flotta/core/resource.ts'
import type { Call, Entity } from './entity.ts'
import { EntityCalls, type Request } from './entity-calls.ts'
import type { EndpointHandler, Feature } from './feature.ts'

/** The handlers of a resource's calls, and the owners of its records. */
export function serve<
  R extends ServedResource,
  Row extends { readonly id: number; readonly customer_id: number },
>(resource: R, entity: Entity<R, Row>): Required<Pick<Feature, 'handlers' | 'records'>> {
  const calls = new EntityCalls<R, Row>(resource, entity)
  const handlers: Readonly<Record<Call, (request: Request) => Promise<unknown>>> = {
    list: request => calls.list(request),
    all: request => calls.all(request),
    one: request => calls.one(request),
    create: request => calls.create(request),
    update: request => calls.update(request),
    remove: request => calls.remove(request),
  }
  return {
    handlers: (Object.keys(handlers) as Call[]).flatMap((name): EndpointHandler[] => {
      const endpoint = resource[name]
      return endpoint === undefined
        ? []
        : [{ endpoint, run: handlers[name] as EndpointHandler['run'] }]
    }),
    records: {
      [resource.resource]: (id, caller, ctx) => calls.ownerOf(id, caller, ctx),
    },
  }
}

/** The handler of many records in one call: all are stored, or none, and each fault names its place in the list. */
export function serveBulk<
  R extends ServedResource,
  Row extends { readonly id: number; readonly customer_id: number },
>(bulk: Endpoint, resource: R, entity: Entity<R, Row>): EndpointHandler {
  const calls = new EntityCalls<R, Row>(resource, entity)
  const run = (request: Request) => calls.createMany(request, bulk.path)
  return { endpoint: bulk, run: run as EndpointHandler['run'] }
}
