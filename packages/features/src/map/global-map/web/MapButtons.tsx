// The buttons on the global map, with a switch for each kind of area that the customer has.
import { MapTool, MapTools, type MapToolsProps } from '@flotta/ui/map/Tools.tsx'
import { usePhone } from '@flotta/ui/screen-size.ts'
import { IconClockPlay, IconRoute2 } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { areaIcons } from './AreaPanel.tsx'
import type { AreasOfKind } from './useAreas.ts'

export interface MapButtonsProps extends Omit<MapToolsProps, 'children'> {
  readonly areas: readonly AreasOfKind[]
  /** Opens the time machine; absent: it is open. */
  readonly onPast?: () => void
  /** A panel is open beside the map, or on a phone before it. */
  readonly panelOpen: boolean
}

export function MapButtons({ areas, onPast, panelOpen, ...tools }: MapButtonsProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  // A phone has no room for the buttons of the whole fleet above the panel of one vehicle.
  const isLow = usePhone() && panelOpen
  return (
    <MapTools {...tools}>
      {areas.map(({ kind, all, on, toggle }) => {
        const Icon = areaIcons[kind]
        return all.length === 0 ? null : (
          <MapTool
            key={kind}
            label={t(kind === 'hub' ? 'global_map.layer_hub' : 'global_map.layer_poi')}
            pressed={on}
            onClick={toggle}
          >
            <Icon size={18} />
          </MapTool>
        )
      })}
      {onPast !== undefined && !isLow && (
        <MapTool label={t('time_machine.title')} onClick={onPast}>
          <IconClockPlay size={18} />
        </MapTool>
      )}
      {!isLow && (
        <MapTool
          label={t('fleet_tracks.title')}
          onClick={() => void navigate({ to: '/fleet-tracks' })}
        >
          <IconRoute2 size={18} />
        </MapTool>
      )}
    </MapTools>
  )
}
