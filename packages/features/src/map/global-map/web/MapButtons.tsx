// The buttons on the global map, with a switch for each kind of area that the customer has.
import { MapTool, MapTools, type MapToolsProps } from '@flotta/ui/map/Tools.tsx'
import { IconClockPlay, IconRoute2 } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { areaIcons } from './AreaPanel.tsx'
import type { AreasOfKind } from './useAreas.ts'

export interface MapButtonsProps extends Omit<MapToolsProps, 'children'> {
  readonly areas: readonly AreasOfKind[]
  /** Opens the time machine; absent: it is open. */
  readonly onPast?: () => void
}

export function MapButtons({ areas, onPast, ...tools }: MapButtonsProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
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
      {onPast !== undefined && (
        <MapTool label={t('time_machine.title')} onClick={onPast}>
          <IconClockPlay size={18} />
        </MapTool>
      )}
      <MapTool
        label={t('fleet_tracks.title')}
        onClick={() => void navigate({ to: '/fleet-tracks' })}
      >
        <IconRoute2 size={18} />
      </MapTool>
    </MapTools>
  )
}
