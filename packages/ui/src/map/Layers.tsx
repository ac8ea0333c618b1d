// The choice of the background of a map: the shipped base map, streets, satellite images.
import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconStack2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

export type MapLayer = 'essential' | 'streets' | 'satellite'

/** The available backgrounds, and the chosen one. */
export interface LayerChoice {
  readonly offered: readonly MapLayer[]
  readonly chosen: MapLayer
  readonly onChoose: (layer: MapLayer) => void
}

const names = {
  essential: 'ui.map.layer_essential',
  streets: 'ui.map.layer_streets',
  satellite: 'ui.map.layer_satellite',
} as const satisfies Readonly<Record<MapLayer, string>>

/** A button that shows the backgrounds; nothing when there is only one. */
export function LayerSwitch({ offered, chosen, onChoose }: LayerChoice) {
  const { t } = useTranslation()
  if (offered.length < 2) return null
  return (
    <Menu position="left-end" withinPortal>
      <Tooltip label={t('ui.map.layers')} position="left">
        <Menu.Target>
          <ActionIcon aria-label={t('ui.map.layers')} size={40} radius={0} variant="subtle">
            <IconStack2 size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown aria-label={t('ui.map.layers')}>
        <Menu.RadioGroup
          value={chosen}
          onChange={value => {
            const layer = offered.find(l => l === value)
            if (layer !== undefined) onChoose(layer)
          }}
        >
          {offered.map(layer => (
            <Menu.RadioItem key={layer} value={layer} closeMenuOnClick>
              {t(names[layer])}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
