// All vehicles on a map, beside the filter of the global map; a click on a vehicle opens that map.

import { MapView } from '@flotta/ui/map/MapView.tsx'
import { boxOf, type Place } from '@flotta/ui/map/place.ts'
import { usePlace, useStage, useSubject } from '@flotta/ui/map/stage.tsx'
import { MapTools, type MapToolsProps } from '@flotta/ui/map/Tools.tsx'
import { useMedia } from '@flotta/ui/screen-size.ts'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFilter, IconMap2 } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFleetFilter } from '../../../fleet/fleets/web/useFleetFilter.ts'
import type { Pin } from '../../../map/global-map/contract.ts'
import {
  type Filter,
  isNoFilter,
  isQuick,
  readFilter,
  toggleQuick,
  writeFilter,
} from '../../../map/global-map/filter.ts'
import { keeps, quickCounts } from '../../../map/global-map/filter-masks.ts'
import { isLocated } from '../../../map/global-map/rules.ts'
import { Count } from '../../../map/global-map/web/Count.tsx'
import { FilterTree } from '../../../map/global-map/web/FilterTree.tsx'
import { PinsLayer } from '../../../map/global-map/web/PinsLayer.tsx'
import { QuickFilters } from '../../../map/global-map/web/QuickFilters.tsx'
import { useMapSearch } from '../../../map/global-map/web/useMapSearch.ts'
import { usePins } from '../../../map/global-map/web/usePins.ts'
import { useBaseMap } from '../../../places/basemap/web/useBaseMap.ts'
import { services } from '../../../services/services.ts'
import classes from './dashboard.module.css'

const NO_PINS: readonly Pin[] = []
const NOTHING_COVERED = { top: 0, right: 0, bottom: 0, left: 0 }
/** The highest zoom for all vehicles together. */
const ALL_ZOOM = 11
const ALL = { key: 'all vehicles', names: ['all vehicles'] }
/** On such a screen filter, map and boxes do not fit side by side: a button unfolds the filter. */
const NARROW = '(max-width: 1200px)'

/** The pins of the chosen fleets, and those of them that pass the filter. */
function useMatchingPins(filter: Filter) {
  const pins = usePins().data
  const { chosen, passes } = useFleetFilter()
  const inFleets = useMemo(
    () => (chosen.size === 0 ? pins : pins?.filter(pin => passes(pin.fleet_id))) ?? NO_PINS,
    [pins, chosen, passes],
  )
  const matches = useMemo(
    () => (isNoFilter(filter) ? inFleets : inFleets.filter(keeps(filter, services))),
    [inFleets, filter],
  )
  const counts = useMemo(
    () => (pins === undefined ? undefined : quickCounts(inFleets, filter, services)),
    [pins, inFleets, filter],
  )
  return { isLoaded: pins !== undefined, inFleets, matches, counts }
}

export function FleetMap() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const narrow = useMedia(NARROW)
  const [isFilterOpen, { toggle }] = useDisclosure(false)
  const [search, change] = useMapSearch()
  const filter = useMemo(() => readFilter(search, services), [search])
  const { isLoaded, inFleets, matches, counts } = useMatchingPins(filter)
  const setFilter = useCallback(
    (next: Filter) => change(writeFilter(next), { replace: true }),
    [change],
  )
  const open = useCallback(
    (id: number) => void navigate({ to: '/global-map', search: { v: id } }),
    [navigate],
  )
  const { view, drawable, focusZoom, layers } = useBaseMap()
  return (
    <div className={classes.map}>
      <div className={classes.filters}>
        <div className={classes.tools}>
          {narrow && <FilterButton isOpen={isFilterOpen} onClick={toggle} />}
          <Count all={isLoaded ? inFleets.length : undefined} shown={matches.length} by={filter} />
          <Button
            renderRoot={props => <Link to="/global-map" search={writeFilter(filter)} {...props} />}
            variant="subtle"
            size="compact-sm"
            ml="auto"
            leftSection={<IconMap2 size={16} aria-hidden />}
          >
            {t('dashboard.open_map')}
          </Button>
        </div>
        {(!narrow || isFilterOpen) && (
          <div className={classes.filter}>
            <QuickFilters
              isActive={quick => isQuick(filter, quick)}
              counts={counts}
              onToggle={quick => setFilter(toggleQuick(filter, quick))}
            />
            <FilterTree
              pins={isLoaded ? inFleets : undefined}
              filter={filter}
              onChange={setFilter}
            />
          </div>
        )}
      </div>
      <div className={classes.stage}>
        {drawable && (
          <MapView {...view} covered={NOTHING_COVERED} label={t('global_map.title')}>
            <PinsLayer pins={matches} selected={undefined} focusZoom={focusZoom} onSelect={open} />
            <Overview pins={inFleets} layers={layers} />
          </MapView>
        )}
      </div>
    </div>
  )
}

/** The map starts with all vehicles in view, as soon as their positions are known. */
function Overview({
  pins,
  ...rest
}: { readonly pins: readonly Pin[] } & Pick<MapToolsProps, 'layers'>) {
  const { camera } = useStage()
  const place = (): Place | null => {
    const box = boxOf(pins.filter(isLocated))
    return box === null ? null : { box, zoom: ALL_ZOOM }
  }
  const first = useRef<Place | null>(null)
  first.current ??= place()
  usePlace(ALL.key, first.current)
  useSubject(ALL)
  const showAll = () => {
    const all = place()
    if (all !== null) camera.show(all)
  }
  return <MapTools onShowAll={showAll} {...rest} />
}

interface FilterButtonProps {
  readonly isOpen: boolean
  readonly onClick: () => void
}
function FilterButton({ isOpen, onClick }: FilterButtonProps) {
  const { t } = useTranslation()
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconFilter size={16} aria-hidden />}
      aria-expanded={isOpen}
      onClick={onClick}
    >
      {t('global_map.filters')}
    </Button>
  )
}
