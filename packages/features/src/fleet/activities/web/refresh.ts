// Everything read of activities is asked again: the list, and what is in progress on vehicles.
import type { QueryClient } from '@tanstack/react-query'
import { list } from '../contract.ts'

export const refreshActivities = (client: QueryClient): void =>
  void client.invalidateQueries({
    predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith(list.path),
  })
