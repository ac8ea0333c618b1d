// Finds outdated answers in the query cache and reads those in use again.
import type { Endpoint } from '@flotta/core/contract.ts'
import { PAST_CHANGED } from '@flotta/core/kinds.ts'
import type { Query, QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { services } from '../../../services/services.ts'
import { pins } from '../../global-map/contract.ts'
import { endpointsOfKind, endpointsOfNews, pathsOfKinds } from '../meaning.ts'

const ofVehicle = z.object({ params: z.object({ id: z.number() }) })
/** The vehicle of a query; null for any other query. */
function vehicleOf({ queryKey }: Query): number | null {
  const args = ofVehicle.safeParse(queryKey[1])
  return args.success ? args.data.params.id : null
}
const pathOf = ({ queryKey }: Query): string => (typeof queryKey[0] === 'string' ? queryKey[0] : '')
const isAboutOne = ({ path }: Endpoint): boolean => path.includes('/:id')

declare module '@tanstack/react-query' {
  interface Register {
    /** `grows`: a history that appends newer rows itself; only events of its kinds change the rest. */
    queryMeta: { readonly grows?: boolean }
  }
}

/**
 * Whether changes of these kinds make a query of a service panel outdated. A past period is read again only when late records changed it; newer data are
 * appended.
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
  /** Records that are not vehicle data changed, named by their word. */
  byNews(word: string): void
  /** Kinds of a vehicle's data changed. */
  byKinds(vehicle: number, kinds: readonly string[]): void
  /** Anything may have changed. */
  all(): void
  /** The vehicles whose data are on the screen. */
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
    // Pins are read by their own query, and histories append.
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
