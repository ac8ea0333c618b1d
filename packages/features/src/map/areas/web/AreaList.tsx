// The list beside the map: title and count, search, import, a form for a new area, and a card for each area that the search finds.
import { Empty } from '@flotta/ui/Empty.tsx'
import { useFocusAfterAdding } from '@flotta/ui/focus.ts'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { MapFileMenu } from '@flotta/ui/MapFileMenu.tsx'
import { NothingFound } from '@flotta/ui/NothingFound.tsx'
import { PageTitle } from '@flotta/ui/PageTitle.tsx'
import { EditCard } from '@flotta/ui/resource/EditCard.tsx'
import { ImportSheet } from '@flotta/ui/resource/ImportSheet.tsx'
import { SearchField } from '@flotta/ui/resource/ListScreen.tsx'
import type { ListAddress } from '@flotta/ui/resource/useRecords.ts'
import { useRowKeys } from '@flotta/ui/rows.ts'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type Area, exportHubs, exportPois, hubsBulk, poisBulk } from '../contract.ts'
import type { AreaKind } from '../rules.ts'
import { AreaCard } from './AreaCard.tsx'
import classes from './areas.module.css'
import { NEW } from './form.ts'
import { ImportMapFile } from './ImportMapFile.tsx'
import { type AreaCardKind, areaKinds, importColumns } from './kinds.tsx'

/** Height of a card that is neither selected nor edited, CSS pixels. */
const CARD_HEIGHT = 60

export interface AreaListProps {
  readonly kind: AreaKind
  readonly cardKind: AreaCardKind
  /** undefined: on their way */
  readonly all: readonly Area[] | undefined
  readonly shown: readonly Area[]
  readonly error: Error | null
  readonly onRetry: () => void
  readonly address: ListAddress
  readonly selected: number | null
  /** The one whose form is open; NEW: one that is not stored yet. */
  readonly active: number | null
  readonly mayEdit: boolean
  readonly onSelect: (id: number) => void
  readonly onEdit: (id: number) => void
  readonly onClose: () => void
  readonly onMade: (area: Area) => void
}

export function AreaList(props: AreaListProps) {
  const {
    kind,
    cardKind,
    all,
    shown,
    error,
    onRetry,
    address,
    active,
    mayEdit,
    onEdit,
    onClose,
    onMade,
  } = props
  const { t } = useTranslation()
  const add = useFocusAfterAdding(active === NEW)
  const { resource, icon } = areaKinds[kind]
  return (
    <>
      <header className={classes.head}>
        <div className={classes.titleLine}>
          <PageTitle />
          <span className={classes.quiet} aria-live="polite">
            {all === undefined
              ? ''
              : address.search === ''
                ? formatNumber(all.length)
                : t('ui.list.found', { count: shown.length, total: formatNumber(shown.length) })}
          </span>
          <span className={classes.grow} />
          {mayEdit && (
            <Button
              ref={add}
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => onEdit(NEW)}
              disabled={active !== null}
            >
              {t(`areas.add.${kind}`)}
            </Button>
          )}
        </div>
        <div className={classes.searchLine}>
          <SearchField label={t('areas.search')} typed={address.typed} onType={address.type} />
          <MapFileMenu
            endpoint={kind === 'hub' ? exportHubs : exportPois}
            args={format => ({ query: { format } })}
            name={t(`areas.title.${kind}`)}
          />
          {mayEdit && <ImportMapFile kind={kind} />}
          {mayEdit && (
            <ImportSheet
              resource={resource}
              bulk={kind === 'hub' ? hubsBulk : poisBulk}
              columns={importColumns}
              known={{ code: (all ?? []).map(area => area.code) }}
              title={t(`areas.import.${kind}`)}
            />
          )}
        </div>
      </header>
      {active === NEW && (
        <section className={classes.form} aria-label={t(`areas.add.${kind}`)}>
          <EditCard
            form="inline"
            kind={cardKind}
            record={null}
            editing
            onEdit={() => undefined}
            onClose={onClose}
            onMade={onMade}
            mayEdit={mayEdit}
            head={null}
          />
        </section>
      )}
      {active === NEW ? null : all === undefined ? (
        <LoadingRows error={error} onRetry={onRetry} rows={10} height={CARD_HEIGHT} />
      ) : all.length === 0 ? (
        <Empty
          icon={icon}
          title={t(`areas.none.${kind}`)}
          text={t(mayEdit ? `areas.none_yet.${kind}` : `areas.none_text.${kind}`)}
        />
      ) : shown.length === 0 ? (
        <NothingFound search={address.search} />
      ) : (
        <Cards {...props} />
      )}
    </>
  )
}

/** Only cards near the screen are drawn, and always the one whose form is open. */
function Cards(props: AreaListProps) {
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
              // not by a transform, below which the form's buttons would not stick
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

/** The rows of the cards: which are drawn, which comes into view, and which has the focus. */
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
  /**
   * The area that was pressed here. Its open card is another element, which then gets the focus.
   */
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
