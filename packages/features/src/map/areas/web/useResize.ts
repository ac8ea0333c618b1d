// Changes a radius by dragging the edge on the map: shown at once, stored once, with a toast to undo it, and taken back where the server refuses.
import { call, query } from '@flotta/ui/api.ts'
import { refresh } from '@flotta/ui/resource/useRecords.ts'
import { formatNumber } from '@flotta/ui/texts.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Area, hubs } from '../contract.ts'

export function useResize(resource: typeof hubs): (area: Area, radius: number) => Promise<void> {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useCallback(
    async (area, radius) => {
      const { queryKey } = query(resource.all, {})
      const show = (stored: Area) =>
        client.setQueryData<readonly Area[]>(
          queryKey,
          old => old?.map(a => (a.id === stored.id ? stored : a)) as never,
        )
      const store = async (metres: number): Promise<boolean> => {
        await client.cancelQueries({ queryKey })
        show({ ...area, radius: metres })
        try {
          show(await call(resource.update, { params: { id: area.id }, body: { radius: metres } }))
          return true
        } catch (error) {
          show(area)
          toast.failed(error, { title: t('areas.not_resized', { code: area.code }) })
          return false
        } finally {
          void refresh(client, resource)
        }
      }
      if (!(await store(radius))) return
      toast.saved(
        t('areas.resized', { code: area.code, radius: formatNumber(radius, { unit: 'm' }) }),
        () => void store(area.radius ?? radius),
      )
    },
    [client, resource, t],
  )
}
