// The mark of the place that was searched, with its address, until it is closed.

import { MapMarker } from '@flotta/ui/map/Marker.tsx'
import { type Place, pointAt } from '@flotta/ui/map/place.ts'
import { useStage } from '@flotta/ui/map/stage.tsx'
import { ActionIcon } from '@mantine/core'
import { IconMapPinFilled, IconX } from '@tabler/icons-react'
import { memo, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { PickedPlace } from '../../../places/geocoding/rules.ts'
import { Address } from '../../../places/geocoding/web/Address.tsx'
import classes from './map.module.css'

export interface PlaceMarkProps {
  readonly place: PickedPlace
  readonly focusZoom: number
  readonly onClose: () => void
}

export const PlaceMark = memo(function PlaceMark({ place, focusZoom, onClose }: PlaceMarkProps) {
  const { t } = useTranslation()
  const { camera } = useStage()
  const goal = useMemo<Place>(
    () => ({ box: pointAt(place.longitude, place.latitude), zoom: focusZoom }),
    [place, focusZoom],
  )
  useEffect(() => camera.show(goal), [camera, goal])
  return (
    <MapMarker longitude={place.longitude} latitude={place.latitude} anchor="bottom">
      <div className={classes.alertMark}>
        <IconMapPinFilled size={16} aria-hidden />
        <span>
          <Address place={place} />
        </span>
        <ActionIcon
          size="sm"
          variant="subtle"
          aria-label={t('global_map.place_close')}
          onClick={onClose}
        >
          <IconX size={14} />
        </ActionIcon>
      </div>
    </MapMarker>
  )
})
