// One setting of a vehicle that is changed at once: the choice shows immediately, and is taken back with a toast if it is refused.
import type { CallOf, Endpoint } from '@flotta/core/contract.ts'
import { call, query } from '@flotta/ui/api.ts'
import { showRefusal } from '@flotta/ui/show-refusal.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Vehicle, vehicleById } from '../contract.ts'

export function useSetting<E extends Endpoint>(
  endpoint: E,
  vehicle: Vehicle,
  field: keyof Vehicle & string,
) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { queryKey } = query(vehicleById, { params: { id: vehicle.id } })
  return useMutation({
    meta: { quiet: true },
    mutationFn: (value: number | null) =>
      call(endpoint, {
        params: { id: vehicle.id },
        body: { [field]: value },
      } as CallOf<E>),
    onMutate(value) {
      const before = client.getQueryData<Vehicle>(queryKey)
      client.setQueryData<Vehicle>(queryKey, old => old && { ...old, [field]: value })
      return before
    },
    onError(error, _value, before) {
      client.setQueryData(queryKey, before)
      showRefusal(error)
    },
    onSuccess: () => toast.saved(t('ui.list.saved', { name: vehicle.plate })),
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [path] }) =>
          typeof path === 'string' && path.startsWith('/vehicles'),
      }),
  })
}
