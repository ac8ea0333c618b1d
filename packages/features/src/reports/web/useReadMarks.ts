// Marking reports as read: seen at once in every list that shows them, taken back when the server refuses.
import { call } from '@flotta/ui/api.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Report, read, readAll, reportState, reports, unreaded } from '../contract.ts'

interface Listed {
  readonly data: readonly Report[]
}
/** Patches what is cached: those that `which` names count as read now. */
function patch(client: QueryClient, which: (report: Report) => boolean, total: (before: number) => number): void {
  const read_at = new Date().toISOString()
  const isNew = (report: Report) => report.read_at === null && report.ready !== reportState.pending && which(report)
  client.setQueriesData<Listed>({ queryKey: [reports.list.path] }, old =>
    old === undefined ? old : { ...old, data: old.data.map(report => (isNew(report) ? { ...report, read_at } : report)) },
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
  const paths = [reports.list, unreaded].map(({ path }) => path)
  const again = () => Promise.all(paths.map(path => client.invalidateQueries({ queryKey: [path] })))
  const one = useMutation({
    mutationFn: (id: number) => call(read, { params: { id } }),
    onMutate: async id => {
      await Promise.all(paths.map(path => client.cancelQueries({ queryKey: [path] })))
      patch(
        client,
        report => report.id === id,
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
