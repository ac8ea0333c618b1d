// The draft of a trip: it survives a change of tabs and ends with the page.
import { now } from '@flotta/ui/clock.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { type Draft, newDraft } from '../draft.ts'

export type ChangeDraft = (change: (draft: Draft) => Draft) => void

/** @param vehicle_id vehicle of the tab; null: none. Each has its own draft. */
export function useDraft(vehicle_id: number | null): readonly [Draft, ChangeDraft] {
  const client = useQueryClient()
  const queryKey = useMemo(() => ['planned trip in the making', vehicle_id], [vehicle_id])
  const make = () => newDraft(vehicle_id, now())
  const { data } = useQuery<Draft>({
    queryKey,
    queryFn: make,
    enabled: false,
    initialData: make,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const change = useCallback<ChangeDraft>(
    apply => client.setQueryData<Draft>(queryKey, old => (old === undefined ? old : apply(old))),
    [client, queryKey],
  )
  return [data, change]
}
