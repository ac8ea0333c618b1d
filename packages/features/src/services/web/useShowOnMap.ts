// Flies the map to the vehicle's position at a moment and marks it. The moment is in the address, so that the back button undoes it and a link shows the
// same.
import { toast } from '@flotta/ui/toast.tsx'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

export interface Spot {
  readonly latitude: number
  readonly longitude: number
}

/** `show(at, position)`: `at` is ISO. An unknown position is reported in a toast. Servers send the position with each event (`placesAt`). */
export function useShowOnMap(): (at: string, position?: Spot | null) => void {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return useCallback(
    (at, position) => {
      if (position == null) return toast.info(t('ui.map.no_position_then'), { id: 'no-position' })
      const { latitude: lat, longitude: lng } = position
      void navigate({
        to: '.',
        search: (old: object) => ({ ...old, trip: undefined, a: undefined, lat, lng, t: at }),
      })
    },
    [navigate, t],
  )
}
