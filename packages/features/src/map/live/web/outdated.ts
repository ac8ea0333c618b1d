// Which answers in the query cache are out of date, and having them read again while somebody looks
// at them.
import type { Endpoint } from '@flotta/core/contract.ts'
import { PAST_CHANGED } from '@flotta/core/kinds.ts'
import type { Query, QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { services } from '../../../services/services.ts'
import { pins } from '../../global-map/contract.ts'
import { endpointsOfKind, endpointsOfNews, pathsOfKinds } from '../meaning.ts'

const ofVehicle = z.object({ params: z.object({ id: z.number() }) })
/** The vehicle that a query is about; null for any other. */
function vehicleOf({ queryKey }: Query): number | null {
  const args = ofVehicle.safeParse(queryKey[1])
  return args.success ? args.data.params.id : null
}
const pathOf = ({ queryKey }: Query): string => (typeof queryKey[0] === 'string' ? queryKey[0] : '')
const isAboutOne = ({ path }: Endpoint): boolean => path.includes('/:id')

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * `grows`: what a history has gained since it was opened; news of its service's kinds add to
     * it.
     */
    queryMeta: { readonly grows?: boolean }
  }
}

/**
 * Whether news of these kinds make a query of a service panel out of date. What is past is read
 * again only where late records have changed it: what comes is appended to it.
 */
export function isTouched(path: string, kinds: readonly string[], grows = false): boolean {
  if (kinds.includes(PAST_CHANGED) && path.startsWith('/services/') && path.endsWith('history'))
    return true
  return services.some(({ code, kinds: serviceKinds }) => {
    const base = `/services/${code}/:id`
    const news = serviceKinds.filter(kind => kinds.includes(kind))
    return (
      news.length > 0 &&
      (path === base ||
        (grows && path.startsWith(`${base}/`)) ||
        news.some(kind => path === `${base}/${kind}_history`))
    )
  })
}

export interface OutdatedQueries {
  /** Something changed that no vehicle's data tells, by its word. */
  byNews(word: string): void
  /** Kinds of a vehicle's data changed. */
  byKinds(vehicle: number, kinds: readonly string[]): void
  /** Anything may have changed. */
  all(): void
  /** Vehicles that somebody looks at the data of. */
  openVehicles(): ReadonlySet<number>
}

export function outdatedQueries(client: QueryClient): OutdatedQueries {
  const again = (which: (query: Query) => boolean) =>
    void client.invalidateQueries({ predicate: which }, { cancelRefetch: false })
  return {
    byNews(word) {
      const paths = new Set<string>(endpointsOfNews(word).map(e => e.path))
      if (paths.size > 0) again(query => paths.has(pathOf(query)))
    },
    byKinds(vehicle, kinds) {
      if (kinds.length === 0) return
      const endpoints = kinds.flatMap(endpointsOfKind)
      const lists = new Set<string>(endpoints.filter(e => !isAboutOne(e)).map(e => e.path))
      const single = new Set<string>(endpoints.filter(isAboutOne).map(e => e.path))
      again(query => {
        const path = pathOf(query)
        return (
          lists.has(path) ||
          (vehicleOf(query) === vehicle &&
            (single.has(path) || isTouched(path, kinds, query.meta?.grows)))
        )
      })
    },
    // the pins have a reading of their own, and histories are appended to
    all: () =>
      again(
        query =>
          query.state.status === 'error' ||
          query.meta?.grows === true ||
          (pathOf(query) !== pins.path && !pathOf(query).endsWith('/history')),
      ),
    openVehicles: () =>
      new Set(
        client
          .getQueryCache()
          .findAll({
            type: 'active',
            predicate: query =>
              pathOf(query).startsWith('/services/') || pathsOfKinds.has(pathOf(query)),
          })
          .map(vehicleOf)
          .filter(id => id !== null),
      ),
  }
}
