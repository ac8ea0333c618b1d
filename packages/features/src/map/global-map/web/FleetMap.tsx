// The map with vehicles and areas, and the controls on it.
import { Areas } from '@flotta/ui/map/Areas.tsx'
import { MapView } from '@flotta/ui/map/MapView.tsx'
import { usePointSelection } from '@flotta/ui/map/point.tsx'
import { useTranslation } from 'react-i18next'
import { useBaseMap } from '../../../places/basemap/web/useBaseMap.ts'
import type { PickedPlace } from '../../../places/geocoding/rules.ts'
import { PastPins } from '../../time-machine/web/PastPins.tsx'
import { AlertMark } from './AlertMark.tsx'
import { MapButtons } from './MapButtons.tsx'
import { OutOfSight } from './OutOfSight.tsx'
import { PinsLayer } from './PinsLayer.tsx'
import { PlaceMark } from './PlaceMark.tsx'
import type { GlobalMapState } from './useGlobalMap.ts'

const ignore = () => undefined
interface FleetMapProps {
  readonly map: GlobalMapState
  readonly foundPlace: PickedPlace | null
  readonly onForgetPlace: () => void
}
export function FleetMap({ map, foundPlace, onForgetPlace }: FleetMapProps) {
  const { address, vehicles, selection, coveredArea, panelOpen, actions, past, travel } = map
  const { search } = address
  const { selectedPin, areas, area } = selection
  const { t } = useTranslation()
  const { view, drawable, focusZoom, layers } = useBaseMap()
  const { isChoosing } = usePointSelection()
  const allAreas = [areas.hub, areas.poi]
  if (!drawable) return null
  return (
    <MapView {...view} covered={coveredArea} label={t('global_map.title')}>
      {past === null ? (
        <PinsLayer
          pins={vehicles.filtered}
          selected={selectedPin}
          focusZoom={focusZoom}
          onSelect={actions.select}
        />
      ) : (
        <PastPins
          past={past}
          pins={vehicles.filtered}
          selected={selectedPin}
          focusZoom={focusZoom}
          onSelect={actions.select}
        />
      )}
      {allAreas.map(({ kind, drawn: drawnAreas }) => (
        <Areas
          key={kind}
          kind={kind}
          areas={drawnAreas}
          selected={area?.kind === kind ? area.id : null}
          onSelect={past === null ? actions.selectArea[kind] : ignore}
        />
      ))}
      <AlertMark search={search} focusZoom={focusZoom} />
      {foundPlace !== null && (
        <PlaceMark place={foundPlace} focusZoom={focusZoom} onClose={onForgetPlace} />
      )}
      <MapButtons
        areas={allAreas}
        onShowAll={actions.showAll}
        layers={layers}
        panelOpen={panelOpen}
        {...(past === null && { onPast: travel.open })}
      />
      {!panelOpen && past === null && search.a === undefined && !isChoosing && (
        <OutOfSight pins={vehicles.filtered} onShow={actions.showAll} />
      )}
    </MapView>
  )
}
