// The trip planner without a vehicle: the map fills the screen, the draft and the saved trips lie
// beside it.

import { MapView } from '@flotta/ui/map/MapView.tsx'
import type { CoveredEdges } from '@flotta/ui/map/place.ts'
import { usePointSelection } from '@flotta/ui/map/point.tsx'
import { MapStage, useStage, useSubject } from '@flotta/ui/map/stage.tsx'
import { MapTools } from '@flotta/ui/map/Tools.tsx'
import { Sheet, type SheetHeight } from '@flotta/ui/Sheet.tsx'
import { usePhone } from '@flotta/ui/screen-size.ts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBaseMap } from '../../../places/basemap/web/useBaseMap.ts'
import { Planner } from './Planner.tsx'
import classes from './planner.module.css'
import { TRIP_PLACE } from './RoutesOnMap.tsx'

const WIDTH = 428
const SUBJECT = { key: TRIP_PLACE, names: [TRIP_PLACE] }
/** Height of the sheet's peek with its handle, CSS pixels. */
const PEEK = 112

export default function PlannerScreen() {
  return (
    <MapStage>
      <MapAndPlanner />
    </MapStage>
  )
}

function MapAndPlanner() {
  const { t } = useTranslation()
  const phone = usePhone()
  const { view, drawable, layers } = useBaseMap()
  const { camera } = useStage()
  const { isChoosing } = usePointSelection()
  useSubject(SUBJECT)
  const [sheet, setSheet] = useState<SheetHeight>('half')
  const height = isChoosing ? 'peek' : sheet
  const covered = useMemo<CoveredEdges>(() => {
    if (!phone) return { top: 0, right: 0, bottom: 0, left: WIDTH }
    return {
      top: 0,
      right: 0,
      bottom: height === 'peek' ? PEEK : Math.round(window.innerHeight * 0.5),
      left: 0,
    }
  }, [phone, height])
  return (
    <div className={classes.screen}>
      {drawable && (
        <MapView {...view} covered={covered} label={t('planner.map')}>
          <MapTools onShowAll={() => camera.again()} layers={layers} />
        </MapView>
      )}
      {phone ? (
        <Sheet height={height} onHeight={setSheet} label={t('planner.title')} peek={PEEK - 24}>
          <Planner vehicle_id={null} />
        </Sheet>
      ) : (
        <aside
          className={classes.beside_map}
          style={{ width: WIDTH }}
          aria-label={t('planner.title')}
        >
          <Planner vehicle_id={null} />
        </aside>
      )}
    </div>
  )
}
