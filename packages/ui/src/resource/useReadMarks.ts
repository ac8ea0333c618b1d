// Marks entries as read. Lists show the mark at once and take it back when the server refuses it.
import type { Endpoint } from '@flotta/core/contract.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'

interface Readable {
  readonly id: number
  readonly read_at: string | null
}
export interface MarkableList<T extends Readable> {
  readonly list: Pick<Endpoint, 'path'>
  /** The call that returns the number of unread entries. */
  readonly unread: Pick<Endpoint, 'path'>
  readonly read: (id: number) => Promise<unknown>
  readonly readAll: () => Promise<unknown>
  /** Whether the entry can be read yet; absent: every entry can. */
  readonly counts?: (row: T) => boolean
}
/** Marks the cached entries that `which` accepts. */
function patch<T extends Readable>(
  client: QueryClient,
  { list, unread, counts = () => true }: MarkableList<T>,
  which: (row: T) => boolean,
  total: (before: number) => number,
): void {
  const read_at = new Date().toISOString()
  client.setQueriesData<{ readonly data: readonly T[] }>({ queryKey: [list.path] }, old =>
    old === undefined
      ? old
      : {
          ...old,
          data: old.data.map(row =>
            row.read_at === null && counts(row) && which(row) ? { ...row, read_at } : row,
          ),
        },
  )
  client.setQueriesData<{ total: number }>({ queryKey: [unread.path] }, old =>
    old === undefined ? old : { total: Math.max(0, total(old.total)) },
  )
}

export interface ReadMarks {
  readonly mark: (id: number) => void
  /** Rejects when the server refuses. */
  readonly markAll: () => Promise<void>
}
export function useReadMarks<T extends Readable>(markable: MarkableList<T>): ReadMarks {
  const client = useQueryClient()
  const keys = [markable.list, markable.unread].map(({ path }) => ({ queryKey: [path] }))
  const reload = () => Promise.all(keys.map(key => client.invalidateQueries(key)))
  const one = useMutation({
    mutationFn: markable.read,
    onMutate: async id => {
      await Promise.all(keys.map(key => client.cancelQueries(key)))
      patch(
        client,
        markable,
        row => row.id === id,
        before => before - 1,
      )
    },
    onSettled: reload,
  })
  const markAll = async () => {
    await markable.readAll()
    patch(
      client,
      markable,
      () => true,
      () => 0,
    )
    await reload()
  }
  return { mark: one.mutate, markAll }
}
