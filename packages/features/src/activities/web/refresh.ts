// Everything read of activities is asked again: the list, and whatever the news of a driver concern.
import type { QueryClient } from '@tanstack/react-query'
import { kindsOf } from '../../live/meaning.ts'
import { list } from '../contract.ts'

export function refreshActivities(client: QueryClient): void {
  const paths = new Set<unknown>([list, ...kindsOf('driver')].map(endpoint => endpoint.path))
  void client.invalidateQueries({ predicate: ({ queryKey: [path] }) => paths.has(path) })
}
