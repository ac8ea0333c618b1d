// The tools beside the title of a chart: the buttons of the zoom, and a menu with the table and the files.
import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import {
  IconArrowsHorizontal,
  IconChartBar,
  IconDots,
  IconFileTypeCsv,
  IconPhoto,
  IconTable,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { save } from '../table/export.ts'
import { canDraw } from './ChartCanvas.tsx'
import classes from './chart.module.css'
import type { Zoom } from './useZoom.ts'

export function ChartMenu({
  label,
  asTable,
  onTable,
  picture,
  onCsv,
}: {
  readonly label: string
  readonly asTable: boolean
  readonly onTable: (asTable: boolean) => void
  /** The picture as a data URL; empty when there is none. */
  readonly picture: () => string
  readonly onCsv: () => void
}) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('ui.chart.more', { label })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {canDraw() && (
          <Menu.Item
            leftSection={
              asTable ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />
            }
            onClick={() => onTable(!asTable)}
          >
            {t(asTable ? 'ui.chart.as_chart' : 'ui.chart.as_table')}
          </Menu.Item>
        )}
        {canDraw() && !asTable && (
          <Menu.Item
            leftSection={<IconPhoto size={16} aria-hidden />}
            onClick={() => savePicture(picture(), label)}
          >
            PNG
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconFileTypeCsv size={16} aria-hidden />} onClick={onCsv}>
          CSV
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function savePicture(dataUrl: string, name: string): void {
  const [, code] = dataUrl.split(',')
  if (code === undefined) return
  save(
    new Blob([Uint8Array.from(atob(code), letter => letter.charCodeAt(0))], { type: 'image/png' }),
    `${name}.png`,
  )
}

export function ZoomButtons({
  zoom: { part, nearer, farther, reset },
  label,
}: {
  readonly zoom: Zoom
  readonly label: string
}) {
  const { t } = useTranslation()
  const isWhole = part === null
  const buttons = [
    { name: 'nearer', act: nearer, icon: IconZoomIn, disabled: false },
    { name: 'farther', act: farther, icon: IconZoomOut, disabled: isWhole },
    { name: 'whole', act: reset, icon: IconZoomReset, disabled: isWhole },
  ] as const
  return (
    <div className={classes.zoom}>
      {buttons.map(({ name, act, icon: Icon, disabled }) => (
        <Tooltip key={name} label={t(`ui.chart.${name}`)}>
          <ActionIcon
            aria-label={`${t(`ui.chart.${name}`)}: ${label}`}
            onClick={act}
            aria-disabled={disabled}
          >
            <Icon size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  )
}

export function WideButton({
  label,
  onClick,
}: {
  readonly label: string
  readonly onClick: () => void
}) {
  const { t } = useTranslation()
  return (
    <Tooltip label={t('ui.chart.wide')}>
      <ActionIcon aria-label={`${t('ui.chart.wide')}: ${label}`} onClick={onClick}>
        <IconArrowsHorizontal size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
