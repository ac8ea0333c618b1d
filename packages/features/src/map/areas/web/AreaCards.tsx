// The cards of the areas that the list shows; one is selected, or its form is open.
import type { ListAddress } from '@flotta/ui/resource/useRecords.ts'
import { useRowKeys } from '@flotta/ui/rows.ts'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Area } from '../contract.ts'
import type { AreaKind } from '../rules.ts'
import { AreaCard } from './AreaCard.tsx'
import classes from './areas.module.css'
import type { AreaCardKind } from './kinds.tsx'

/** Height of a card that is neither selected nor edited, CSS pixels. */
export const CARD_HEIGHT = 60

export interface AreaListProps {
  readonly kind: AreaKind
  readonly cardKind: AreaCardKind
  /** undefined: not loaded yet */
  readonly all: readonly Area[] | undefined
  readonly shown: readonly Area[]
  readonly error: Error | null
  readonly onRetry: () => void
  readonly address: ListAddress
  readonly selected: number | null
  /** The area whose form is open; NEW: one that is not stored yet. */
  readonly active: number | null
  readonly mayEdit: boolean
  readonly onSelect: (id: number) => void
  readonly onEdit: (id: number) => void
  readonly onClose: () => void
  readonly onMade: (area: Area) => void
}

/** Only cards near the screen are rendered, and always the one whose form is open. */
export function Cards(props: AreaListProps) {
  const { kind, cardKind, shown, selected, active, mayEdit, onEdit, onClose } = props
  const { t } = useTranslation()
  const { box, rows, press, onKeyDown } = useCardRows(props)
  return (
    <section
      ref={box}
      className={classes.cards}
      aria-label={t(`areas.list.${kind}`)}
      onKeyDown={onKeyDown}
    >
      <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map(row => {
          const area = shown[row.index]
          return area === undefined ? null : (
            <div
              key={area.id}
              ref={rows.measureElement}
              data-index={row.index}
              data-row={row.index}
              className={classes.row}
              // not by a transform, because the form's buttons would not stick then
              style={{ top: row.start }}
            >
              <AreaCard
                area={area}
                what={kind}
                kind={cardKind}
                selected={area.id === selected}
                editing={area.id === active}
                mayEdit={mayEdit && (active === null || active === area.id)}
                onSelect={press}
                onEdit={onEdit}
                onClose={onClose}
              />
            </div>
          )
        })}
      </div>
    </section>
  )
}

/** The rows of the cards: which are rendered, which scrolls into view, and which has the focus. */
function useCardRows({ shown, selected, active, onSelect }: AreaListProps) {
  const box = useRef<HTMLDivElement>(null)
  const open = shown.findIndex(area => area.id === active)
  const rows = useVirtualizer<HTMLElement, Element>({
    count: shown.length,
    getScrollElement: () => box.current,
    estimateSize: () => CARD_HEIGHT,
    getItemKey: i => shown[i]?.id ?? i,
    rangeExtractor: range => {
      const near = defaultRangeExtractor(range)
      return open < 0 || near.includes(open) ? near : [...near, open].sort((a, b) => a - b)
    },
    overscan: 8,
  })
  const latest = useRef(shown)
  latest.current = shown
  /** The area whose card was pressed. Its open card is another element, which then gets the focus. */
  const pressedId = useRef<number | null>(null)
  const press = useCallback(
    (id: number) => {
      pressedId.current = id
      onSelect(id)
    },
    [onSelect],
  )
  useEffect(() => {
    const i = latest.current.findIndex(area => area.id === selected)
    if (i < 0) return
    rows.scrollToIndex(i, { align: 'auto' })
    if (pressedId.current === selected)
      box.current
        ?.querySelector<HTMLElement>(`[data-row="${i}"] [data-face]`)
        ?.focus({ preventScroll: true })
    pressedId.current = null
  }, [selected, rows])
  useEffect(() => {
    const i = active === null ? -1 : latest.current.findIndex(area => area.id === active)
    if (i >= 0) rows.scrollToIndex(i, { align: 'start' })
  }, [active, rows])
  const onKeyDown = useRowKeys(box, rows, shown.length, '[data-face]', isOutsideOfForm)
  return { box, rows, press, onKeyDown }
}

/** Keys in the form of an open card belong to its fields. */
const isOutsideOfForm = (element: HTMLElement): boolean =>
  element.matches('button, [data-face]') && element.closest('form') === null
