// The frame of the screens of areas: the list beside the map on a desk, in a sheet over it on a phone.

import { useDrawing } from '@flotta/ui/map/OutlineDrawer.tsx'
import type { CoveredEdges } from '@flotta/ui/map/place.ts'
import { usePointSelection } from '@flotta/ui/map/point.tsx'
import { Sheet, type SheetHeight } from '@flotta/ui/Sheet.tsx'
import { type ReactNode, useMemo, useState } from 'react'
import classes from './areas.module.css'

const LIST_WIDTH = 380
/** Height of the sheet's peek, CSS pixels. */
const PEEK = 112

export interface AreasFrameProps {
  readonly phone: boolean
  readonly label: string
  /** `covered` is what the list covers of the map. */
  readonly map: (covered: CoveredEdges) => ReactNode
  readonly list: ReactNode
}

export function AreasFrame({ phone, label, map, list }: AreasFrameProps) {
  const { isChoosing } = usePointSelection()
  const [sheet, setSheet] = useState<SheetHeight>('half')
  const { isDrawing } = useDrawing()
  // While a point is chosen or an outline drawn, the sheet leaves the map free.
  const height = isChoosing || isDrawing ? 'peek' : sheet
  const covered = useMemo<CoveredEdges>(() => {
    const none = { top: 0, right: 0, bottom: 0, left: 0 }
    if (!phone) return { ...none, left: LIST_WIDTH }
    return { ...none, bottom: height === 'peek' ? PEEK : Math.round(window.innerHeight * 0.5) }
  }, [phone, height])
  return (
    <div className={classes.screen} data-phone={phone || undefined}>
      {map(covered)}
      {phone ? (
        <Sheet height={height} onHeight={setSheet} label={label} peek={PEEK - 24}>
          {list}
        </Sheet>
      ) : (
        <aside className={classes.list} style={{ width: LIST_WIDTH }} aria-label={label}>
          {list}
        </aside>
      )}
    </div>
  )
}
