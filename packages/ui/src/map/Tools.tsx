// The buttons on the map: zoom in, zoom out, show all, satellite where there is one.
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconMinus, IconPlus, IconSatellite, IconViewportWide } from '@tabler/icons-react'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStage } from './stage.tsx'
import { PUSHED } from './style.ts'

function Tool({
  label,
  pressed,
  onClick,
  children,
}: {
  readonly label: string
  readonly pressed?: boolean
  readonly onClick: (event: MouseEvent) => void
  readonly children: ReactNode
}) {
  return (
    <Tooltip label={label} position="left">
      <ActionIcon aria-label={label} aria-pressed={pressed} size={40} radius={0} variant={pressed === true ? 'light' : 'subtle'} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}

export interface MapToolsProps {
  readonly onShowAll: () => void
  /** null: no satellite to switch to. */
  readonly satellite: boolean | null
  readonly onSatellite: (on: boolean) => void
}

// The person's own hand is told from the camera's moves by the event.
export function MapTools({ onShowAll, satellite, onSatellite }: MapToolsProps) {
  const { t } = useTranslation()
  const { map } = useStage()
  const nearer = (event: MouseEvent) => {
    map?.zoomIn({}, { originalEvent: event.nativeEvent })
    map?.getContainer().dispatchEvent(new Event(PUSHED))
  }
  return (
    <div className="flotta-map-tools">
      <Tool label={t('ui.map.zoom_in')} onClick={nearer}>
        <IconPlus size={18} />
      </Tool>
      <Tool label={t('ui.map.zoom_out')} onClick={event => map?.zoomOut({}, { originalEvent: event.nativeEvent })}>
        <IconMinus size={18} />
      </Tool>
      <Tool label={t('ui.map.show_all')} onClick={onShowAll}>
        <IconViewportWide size={18} />
      </Tool>
      {satellite !== null && (
        <Tool label={t('ui.map.satellite')} pressed={satellite} onClick={() => onSatellite(!satellite)}>
          <IconSatellite size={18} />
        </Tool>
      )}
    </div>
  )
}
