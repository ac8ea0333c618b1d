// One vehicle as a page: the panel of the map in full, with a map of its own beside it.
import { Id } from '@flotta/core/contract.ts'
import { MapView } from '@flotta/ui/map/MapView.tsx'
import type { CoveredEdges } from '@flotta/ui/map/place.ts'
import { MapStage, useStage, useSubject } from '@flotta/ui/map/stage.tsx'
import { MapTools } from '@flotta/ui/map/Tools.tsx'
import { PageTitle } from '@flotta/ui/PageTitle.tsx'
import { usePhone } from '@flotta/ui/screen-size.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pin } from '../../../map/global-map/contract.ts'
import { subjectOf } from '../../../map/global-map/rules.ts'
import { PinsLayer } from '../../../map/global-map/web/PinsLayer.tsx'
import { useMapSearch } from '../../../map/global-map/web/useMapSearch.ts'
import { pinsQuery } from '../../../map/global-map/web/usePins.ts'
import { VehiclePanel } from '../../../map/global-map/web/VehiclePanel.tsx'
import { useBaseMap } from '../../../places/basemap/web/useBaseMap.ts'
import { useFleetFilter } from '../../fleets/web/useFleetFilter.ts'
import classes from './details.module.css'

const NOTHING_COVERED: CoveredEdges = { top: 0, right: 0, bottom: 0, left: 0 }
const NO_PINS: readonly Pin[] = []

export default function DetailsScreen() {
  const { vehicle_id } = useParams({ strict: false }) as { readonly vehicle_id?: string }
  const id = Id.safeParse(vehicle_id).data ?? 0
  return (
    <MapStage key={id}>
      <Page id={id} />
    </MapStage>
  )
}

function Page({ id }: { readonly id: number }) {
  const navigate = useNavigate()
  const phone = usePhone()
  const [search, change] = useMapSearch()
  const { data: pin } = useQuery({
    ...pinsQuery,
    select: useCallback((pins: readonly Pin[]) => pins.find(p => p.id === id), [id]),
  })
  const { fleets } = useFleetFilter()
  const close = useCallback(() => void navigate({ to: '/vehicles' }), [navigate])
  const fleet = fleets?.find(f => f.id === pin?.fleet_id)
  return (
    <div className={classes.page}>
      <PageTitle />
      <div className={classes.detail}>
        <div className={classes.panel}>
          <VehiclePanel
            id={id}
            pin={pin}
            fleet={fleet}
            search={search}
            change={change}
            onClose={close}
          />
        </div>
        {!phone && (
          <div className={classes.map}>
            <LocationMap id={id} pin={pin} />
          </div>
        )}
      </div>
    </div>
  )
}

function LocationMap({ id, pin }: { readonly id: number; readonly pin: Pin | undefined }) {
  const { t } = useTranslation()
  const [search] = useMapSearch()
  const { view, drawable, focusZoom, layers } = useBaseMap()
  const { camera } = useStage()
  useSubject(useMemo(() => subjectOf({ ...search, v: id }), [search, id]))
  const pins = useMemo(() => (pin === undefined ? NO_PINS : [pin]), [pin])
  if (!drawable) return null
  return (
    <MapView {...view} covered={NOTHING_COVERED} label={t('global_map.title')}>
      <PinsLayer pins={pins} selected={pin} focusZoom={focusZoom} onSelect={() => undefined} />
      <MapTools onShowAll={() => camera.again()} layers={layers} />
    </MapView>
  )
}
