// Marking as read: seen at once in every list that shows it, taken back when the server refuses.
import { call } from '@flotta/ui/api.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { list, type Notification, read, readAll, unreaded } from '../contract.ts'

interface Listed {
  readonly data: readonly Notification[]
}
/** Patches what is cached: those that `which` names count as read now. */
function patch(client: QueryClient, which: (n: Notification) => boolean, total: (before: number) => number): void {
  const read_at = new Date().toISOString()
  client.setQueriesData<Listed>({ queryKey: [list.path] }, old =>
    old === undefined ? old : { ...old, data: old.data.map(n => (n.read_at === null && which(n) ? { ...n, read_at } : n)) },
  )
  client.setQueriesData<{ total: number }>({ queryKey: [unreaded.path] }, old => (old === undefined ? old : { total: Math.max(0, total(old.total)) }))
}

export interface ReadMarks {
  readonly mark: (id: number) => void
  /** Rejects when the server refuses. */
  readonly markAll: () => Promise<void>
}
export function useReadMarks(): ReadMarks {
  const client = useQueryClient()
  const again = () => Promise.all([list, unreaded].map(({ path }) => client.invalidateQueries({ queryKey: [path] })))
  const one = useMutation({
    mutationFn: (id: number) => call(read, { params: { id } }),
    onMutate: async id => {
      await Promise.all([list, unreaded].map(({ path }) => client.cancelQueries({ queryKey: [path] })))
      patch(
        client,
        n => n.id === id,
        before => before - 1,
      )
    },
    onSettled: again,
  })
  const markAll = async () => {
    await call(readAll, {})
    patch(
      client,
      () => true,
      () => 0,
    )
    await again()
  }
  return { mark: one.mutate, markAll }
}
