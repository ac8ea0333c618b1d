// A notice on the map when all vehicles of the filter are outside of the view, with a button that shows them.
import { type Box, isWithin } from '@flotta/ui/map/place.ts'
import { useStage } from '@flotta/ui/map/stage.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Button } from '@mantine/core'
import { memo, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pin } from '../contract.ts'
import { isLocated } from '../rules.ts'
import classes from './map.module.css'

/** The number of vehicles when none is within the view; 0 as soon as one is. */
function elsewhere(pins: readonly Pin[], view: Box): number {
  let count = 0
  for (const pin of pins) {
    if (!isLocated(pin)) continue
    if (isWithin(view, pin)) return 0
    count++
  }
  return count
}

export interface OutOfSightProps {
  readonly pins: readonly Pin[]
  readonly onShow: () => void
}

export const OutOfSight = memo(function OutOfSight({ pins, onShow }: OutOfSightProps) {
  const { t } = useTranslation()
  const { map, camera } = useStage()
  const [hiddenCount, setHidden] = useState(0)
  useEffect(() => {
    if (map === null) return
    const look = () => {
      // While the camera moves, the view is not final.
      if (map.isMoving()) return
      const view = camera.seen()
      setHidden(view === null ? 0 : elsewhere(pins, view))
    }
    look()
    const subscription = map.on('moveend', look)
    return () => subscription.unsubscribe()
  }, [map, camera, pins])
  return hiddenCount === 0 ? null : (
    <div className={classes.outOfSight} role="status">
      <span>
        {t('global_map.out_of_sight', { count: hiddenCount, total: formatNumber(hiddenCount) })}
      </span>
      <Button variant="subtle" size="compact-sm" onClick={onShow}>
        {t('global_map.out_of_sight_show')}
      </Button>
    </div>
  )
})
