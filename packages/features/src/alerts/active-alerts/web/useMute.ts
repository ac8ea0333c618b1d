// Mutes the rule of an alert on its vehicle; a toast offers to undo it.
import { call } from '@flotta/ui/api.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { setParameters } from '../../alert-parameters/contract.ts'
import type { ActiveAlert } from '../../incidents/contract.ts'

export function useMute(): (alert: ActiveAlert) => void {
  const { t } = useTranslation()
  const { mutate } = useMutation({
    mutationFn: ({ alert, active }: { readonly alert: ActiveAlert; readonly active: boolean }) =>
      call(setParameters, {
        params: { id: alert.pivot.vehicle_id, alert_id: alert.alert_id },
        body: { active },
      }),
    onSuccess: (_, { alert, active }) => {
      const words = { alert: alert.description, plate: alert.plate ?? '' }
      if (active) toast.saved(t('incidents.unmuted', words))
      else toast.saved(t('incidents.muted', words), () => mutate({ alert, active: true }))
    },
    onError: error => toast.failed(error),
  })
  return alert => mutate({ alert, active: false })
}
