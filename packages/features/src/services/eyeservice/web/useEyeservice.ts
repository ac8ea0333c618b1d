// The data of the panel and its writes: an entry appears at once, and disappears again if it is refused.
import { mutation, query } from '@flotta/ui/api.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import { add, data, type Entry, history, remove, setConfig } from '../contract.ts'
import { EXPENSE } from '../rules.ts'

export const dataQuery = (vehicle: number) => query(data, { params: { id: vehicle } })
const historyQuery = (vehicle: number) => query(history, { params: { id: vehicle }, query: {} })

export function useEntries(vehicle: number, expenses: boolean) {
  const entriesQuery = useQuery(historyQuery(vehicle))
  const entries = useMemo(
    () => entriesQuery.data?.filter(entry => (entry.type === EXPENSE) === expenses).toReversed(),
    [entriesQuery.data, expenses],
  )
  return { ...entriesQuery, entries }
}

/** Whether the user may add entries here. */
export function useMayWrite({ owned }: Vehicle): boolean {
  return useMay(add) && owned
}

/** Reads again everything that an entry changes; alerts follow by stream events. */
export function useRefresh(vehicle: number): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all(
      [dataQuery(vehicle), historyQuery(vehicle)].map(({ queryKey }) =>
        client.invalidateQueries({ queryKey }),
      ),
    )
  }
}

/** Removes an entry at once; a toast offers to undo it. */
export function useRemoveEntry(
  vehicle: Vehicle,
  nameOf: (entry: Entry) => string,
): (entry: Entry) => void {
  const { t } = useTranslation()
  const client = useQueryClient()
  const refresh = useRefresh(vehicle.id)
  const { queryKey } = historyQuery(vehicle.id)
  const again = useMutation({ ...mutation(add), onSettled: refresh })
  const { mutate } = useMutation({
    ...mutation(remove),
    meta: { quiet: true },
    async onMutate({ params }) {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      client.setQueryData(queryKey, old => old?.filter(entry => entry.id !== params.entry_id))
      return before
    },
    onError(error, _, before) {
      client.setQueryData(queryKey, before)
      toast.failed(error)
    },
    onSuccess(_, { params }, before) {
      const removedEntry = before?.find(entry => entry.id === params.entry_id)
      if (removedEntry === undefined) return
      const { id: _id, message_datetime: date, ...rest } = removedEntry
      toast.saved(t('eyeservice.removed', { name: nameOf(removedEntry) }), () =>
        again.mutate({ params: { id: vehicle.id }, body: { ...rest, date } }),
      )
    },
    onSettled: refresh,
  })
  return entry => mutate({ params: { id: vehicle.id, entry_id: entry.id } })
}

/** Saves a select at once; it goes back if it is refused. */
export function useSaveConfig(vehicle: Vehicle) {
  const client = useQueryClient()
  const refresh = useRefresh(vehicle.id)
  const { queryKey } = dataQuery(vehicle.id)
  return useMutation({
    ...mutation(setConfig),
    meta: { quiet: true },
    async onMutate({ body }) {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      client.setQueryData(
        queryKey,
        old =>
          old && { ...old, config: { ...old.config, ...(body as Partial<typeof old.config>) } },
      )
      return before
    },
    onError(error, _, before) {
      client.setQueryData(queryKey, before)
      toast.failed(error)
    },
    onSettled: refresh,
  })
}
