// The global map: pins and areas, with the card list and the panel of the selected vehicle beside
// the map. The address holds the state.
import type { AreaKind } from '@flotta/ui/map/area-layers.ts'
import { MapStage } from '@flotta/ui/map/stage.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PickedPlace } from '../../../places/geocoding/rules.ts'
import { FormerVehicles, NO_FORMER, PastMoment } from '../../time-machine/web/moment.ts'
import { TimeBar } from '../../time-machine/web/TimeBar.tsx'
import { FleetMap } from './FleetMap.tsx'
import { LIST_PEEK, MapAsides, MapSheets } from './MapPanels.tsx'
import classes from './map.module.css'
import { SelectedPanel } from './SelectedPanel.tsx'
import { type GlobalMapState, useGlobalMap } from './useGlobalMap.ts'
import type { VehicleListProps } from './VehicleList.tsx'

export default function GlobalMapScreen() {
  return (
    <MapStage>
      <MapWithPanels />
    </MapStage>
  )
}

function MapWithPanels() {
  const { t } = useTranslation()
  const map = useGlobalMap()
  const [foundPlace, setFoundPlace] = useState<PickedPlace | null>(null)
  const { phone, past, travel, vehicles, selection, sheets, actions } = map
  const sides = {
    list: listOf(map, setFoundPlace),
    panel: map.panelOpen ? <SelectedPanel map={map} /> : null,
    panelLabel: t(panelLabelKey(selection.area?.kind)),
    panelBox: map.panelBox,
  }
  return (
    <PastMoment value={past?.moment ?? null}>
      <FormerVehicles value={past?.former ?? NO_FORMER}>
        <div className={classes.screen} data-phone={phone || undefined}>
          <FleetMap map={map} foundPlace={foundPlace} onForgetPlace={() => setFoundPlace(null)} />
          {past !== null && (
            <TimeBar
              past={past}
              pins={vehicles.filtered}
              selected={selection.selectedPin}
              onMoment={travel.go}
              onLive={travel.leave}
              onOpen={travel.openVehicle}
              isPhone={phone}
              covered={{ left: map.coveredArea.left, bottom: phone ? LIST_PEEK : 0 }}
            />
          )}
          {phone ? (
            <MapSheets
              {...sides}
              listSheet={sheets.listSheet}
              onListSheet={sheets.setListSheet}
              sheet={sheets.sheet}
              onSheet={sheets.setSheet}
              onClose={actions.close}
            />
          ) : (
            <MapAsides {...sides} {...map.asides} />
          )}
        </div>
      </FormerVehicles>
    </PastMoment>
  )
}

/** The content and the actions of the list of vehicles. */
const listOf = (
  { pinsQuery, vehicles, actions, address }: GlobalMapState,
  onPlace: VehicleListProps['onPlace'],
): VehicleListProps => ({
  all: vehicles.inFleets,
  shown: vehicles.sorted,
  getPins: actions.getPins,
  error: pinsQuery.error,
  onRetry: pinsQuery.refetch,
  counts: vehicles.counts,
  filter: vehicles.filter,
  onFilter: actions.setFilter,
  fleets: vehicles.fleetById,
  selected: address.search.v,
  onSelect: actions.select,
  onPlace,
})

const panelLabelKey = (kind: AreaKind | undefined) =>
  kind === undefined ? 'global_map.vehicle' : kind === 'hub' ? 'global_map.hub' : 'global_map.poi'
