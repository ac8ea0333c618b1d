// The buttons on the map: zoom in, zoom out, show all, the backgrounds, and those that a screen adds.
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconMinus, IconPlus, IconViewportWide } from '@tabler/icons-react'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type LayerChoice, LayerSwitch } from './Layers.tsx'
import { useStage } from './stage.tsx'
import { PUSHED } from './style.ts'

/** One button of the column; with `pressed` it is a switch. */
export function MapTool({
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
      <ActionIcon
        aria-label={label}
        aria-pressed={pressed}
        size={40}
        radius={0}
        variant={pressed === true ? 'light' : 'subtle'}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}

export interface MapToolsProps {
  readonly onShowAll: () => void
  /** The available backgrounds of the map. */
  readonly layers: LayerChoice
  /** Further buttons, for other overlays. */
  readonly children?: ReactNode
}

// The click is passed on as the original event, so that the camera knows that the person moved the map.
export function MapTools({ onShowAll, layers, children }: MapToolsProps) {
  const { t } = useTranslation()
  const { map } = useStage()
  const nearer = (event: MouseEvent) => {
    map?.zoomIn({}, { originalEvent: event.nativeEvent })
    map?.getContainer().dispatchEvent(new Event(PUSHED))
  }
  return (
    <div className="flotta-map-tools">
      <MapTool label={t('ui.map.zoom_in')} onClick={nearer}>
        <IconPlus size={18} />
      </MapTool>
      <MapTool
        label={t('ui.map.zoom_out')}
        onClick={event => map?.zoomOut({}, { originalEvent: event.nativeEvent })}
      >
        <IconMinus size={18} />
      </MapTool>
      <MapTool label={t('ui.map.show_all')} onClick={onShowAll}>
        <IconViewportWide size={18} />
      </MapTool>
      <LayerSwitch {...layers} />
      {children}
    </div>
  )
}
