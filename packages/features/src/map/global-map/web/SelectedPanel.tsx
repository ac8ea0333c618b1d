// The panel of the selected area or vehicle.
import { areaPlace } from '@flotta/ui/map/Areas.tsx'
import { AreaPanel } from './AreaPanel.tsx'
import type { GlobalMapState } from './useGlobalMap.ts'
import { VehiclePanel } from './VehiclePanel.tsx'

export function SelectedPanel({ map }: { readonly map: GlobalMapState }) {
  const { selectedPin, area, areas } = map.selection
  const { search, change } = map.address
  const { inFleets, fleetById } = map.vehicles
  const { select, close } = map.actions
  if (area !== null)
    return (
      <AreaPanel
        key={areaPlace(area.kind, area.id)}
        kind={area.kind}
        id={area.id}
        listedArea={areas[area.kind].all.find(({ id }) => id === area.id)}
        pins={inFleets}
        fleets={fleetById}
        onSelect={select}
        onClose={close}
      />
    )
  if (search.v === undefined) return null
  return (
    <VehiclePanel
      key={search.v}
      id={search.v}
      pin={selectedPin}
      fleet={selectedPin?.fleet_id === undefined ? undefined : fleetById.get(selectedPin.fleet_id)}
      search={search}
      change={change}
      onClose={close}
    />
  )
}
