// The list and the panel of the selection: on a phone as sheets over the map, else beside it.
import { Sheet, type SheetHeight } from '@flotta/ui/Sheet.tsx'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconChevronLeft, IconListDetails } from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './map.module.css'
import { Resizer } from './Resizer.tsx'
import { VehicleList, type VehicleListProps } from './VehicleList.tsx'

export const LIST_WIDTH = 320
export const PANEL = { least: 388, usual: 428, most: 760 }
/** Height of a sheet's peek with its handle, CSS pixels; the list's shows its first counts completely. */
export const PEEK = 112
export const LIST_PEEK = 138

interface PanelProps {
  readonly list: VehicleListProps
  /** The panel of the selected vehicle or area; null: nothing is selected. */
  readonly panel: ReactNode
  readonly panelLabel: string
  readonly panelBox: RefObject<HTMLDivElement | null>
}

export interface MapSheetsProps extends PanelProps {
  readonly listSheet: SheetHeight
  readonly onListSheet: (height: SheetHeight) => void
  readonly sheet: SheetHeight
  readonly onSheet: (height: SheetHeight) => void
  readonly onClose: () => void
}
export function MapSheets(props: MapSheetsProps) {
  const { list, panel, panelLabel, panelBox, listSheet, onListSheet, sheet, onSheet, onClose } =
    props
  const { t } = useTranslation()
  return (
    <>
      {panel === null && (
        <Sheet
          height={listSheet}
          onHeight={onListSheet}
          label={t('global_map.vehicles')}
          peek={LIST_PEEK - 24}
        >
          <div className={classes.sheetList}>
            <VehicleList {...list} />
          </div>
        </Sheet>
      )}
      {panel !== null && (
        <Sheet
          box={panelBox}
          height={sheet}
          onHeight={onSheet}
          label={panelLabel}
          peek={PEEK - 24}
          onClose={onClose}
        >
          {panel}
        </Sheet>
      )}
    </>
  )
}

export interface MapAsidesProps extends PanelProps {
  readonly listOpen: boolean
  /** On a narrow screen the panel replaces the list, which cannot be opened then. */
  readonly listHidden: boolean
  readonly onListOpen: (open: boolean) => void
  readonly panelWidth: number
  readonly onPanelWidth: (width: number) => void
}
export function MapAsides(props: MapAsidesProps) {
  const { list, panel, panelLabel, panelBox, listOpen, listHidden, panelWidth, onPanelWidth } =
    props
  const { t } = useTranslation()
  return (
    <>
      <aside className={classes.list} aria-label={t('global_map.vehicles')} hidden={!listOpen}>
        <VehicleList {...list} />
      </aside>
      {!listHidden && <ListFold open={listOpen} onOpen={props.onListOpen} />}
      {panel !== null && (
        <aside
          ref={panelBox}
          tabIndex={-1}
          className={classes.panel}
          style={{ width: panelWidth }}
          aria-label={panelLabel}
        >
          <Resizer
            width={panelWidth}
            least={PANEL.least}
            most={PANEL.most}
            onWidth={onPanelWidth}
          />
          {panel}
        </aside>
      )}
    </>
  )
}

interface ListFoldProps {
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
}
function ListFold({ open, onOpen }: ListFoldProps) {
  const { t } = useTranslation()
  const label = t(open ? 'global_map.list_fold' : 'global_map.list_unfold')
  return (
    <Tooltip label={label} position="right">
      <ActionIcon
        variant="default"
        className={classes.fold ?? ''}
        style={{ left: open ? LIST_WIDTH : 0 }}
        aria-label={label}
        aria-expanded={open}
        onClick={() => onOpen(!open)}
      >
        {open ? <IconChevronLeft size={16} /> : <IconListDetails size={16} />}
      </ActionIcon>
    </Tooltip>
  )
}
