// Reads all activities again: the list, and the activities in progress on vehicles.
import type { QueryClient } from '@tanstack/react-query'
import { list } from '../contract.ts'

export const refreshActivities = (client: QueryClient): void =>
  void client.invalidateQueries({
    predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith(list.path),
  })
