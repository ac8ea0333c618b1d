// Beside the map: search, quick filters, the filter tree and a card for every vehicle that they keep.
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadError } from '@flotta/ui/LoadError.tsx'
import { rowFor } from '@flotta/ui/list-keys.ts'
import { SkeletonRows } from '@flotta/ui/SkeletonRows.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Button, Collapse } from '@mantine/core'
import { IconFilter, IconFilterOff, IconTruckOff } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fleet } from '../../fleets/contract.ts'
import type { Pin } from '../contract.ts'
import { type Filter, isNoFilter, isQuick, leaving, NO_FILTER, type QuickFilter, toggleQuick, typeService } from '../filter.ts'
import { FilterTree, useFeatureLabel } from './FilterTree.tsx'
import classes from './map.module.css'
import { QuickFilters } from './QuickFilters.tsx'
import { CARD_HEIGHT, VehicleCard } from './VehicleCard.tsx'
import { VehicleSearch } from './VehicleSearch.tsx'

export interface VehicleListProps {
  /** undefined: on their way */
  readonly all: readonly Pin[] | undefined
  /** What the filter keeps, in order. */
  readonly shown: readonly Pin[]
  /** Those that the search looks through. */
  readonly getPins: () => readonly Pin[]
  readonly error: Error | null
  readonly onRetry: () => void
  /** undefined: not known */
  readonly counts: Readonly<Record<QuickFilter, number>> | undefined
  readonly filter: Filter
  readonly onFilter: (filter: Filter) => void
  readonly fleets: ReadonlyMap<number, Fleet>
  readonly selected: number | undefined
  readonly onSelect: (id: number) => void
}

export function VehicleList({ all, shown, getPins, error, onRetry, counts, filter, onFilter, fleets, selected, onSelect }: VehicleListProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <div className={classes.listHead}>
        <VehicleSearch getPins={getPins} onSelect={onSelect} />
        <QuickFilters isActive={quick => isQuick(filter, quick)} counts={counts} onToggle={quick => onFilter(toggleQuick(filter, quick))} />
        <div className={classes.line}>
          <Button variant="subtle" size="compact-sm" leftSection={<IconFilter size={16} aria-hidden />} aria-expanded={open} onClick={() => setOpen(!open)}>
            {t('map.filters')}
          </Button>
          <span className={classes.grow} />
          <span className="flotta-quiet" aria-live="polite">
            {all === undefined
              ? ''
              : shown.length === all.length
                ? t('map.count', { count: all.length, total: formatNumber(all.length) })
                : t('map.count_of', { shown: formatNumber(shown.length), total: formatNumber(all.length) })}
          </span>
        </div>
        {!isNoFilter(filter) && <ActiveFilters filter={filter} onFilter={onFilter} />}
        <Collapse expanded={open}>{open && <FilterTree pins={all ?? []} filter={filter} onChange={onFilter} />}</Collapse>
      </div>
      {all === undefined ? (
        error === null ? (
          <SkeletonRows rows={10} height={CARD_HEIGHT} />
        ) : (
          <LoadError error={error} onRetry={onRetry} />
        )
      ) : all.length === 0 ? (
        <Empty icon={IconTruckOff} title={t('map.no_vehicles')} text={t('map.no_vehicles_text')} />
      ) : shown.length === 0 ? (
        <Empty
          icon={IconFilterOff}
          title={t('map.none_kept')}
          text={t('map.none_kept_text')}
          action={
            isNoFilter(filter) ? null : (
              <Button variant="default" onClick={() => onFilter(NO_FILTER)}>
                {t('map.filter_clear')}
              </Button>
            )
          }
        />
      ) : (
        <Cards pins={shown} fleets={fleets} selected={selected} onSelect={onSelect} />
      )}
    </>
  )
}

/** What is chosen, each with its way out; one click clears all. */
function ActiveFilters({ filter, onFilter }: Pick<VehicleListProps, 'filter' | 'onFilter'>) {
  const { t } = useTranslation()
  const featureLabel = useFeatureLabel()
  const terms = [
    ...filter.types.map(type => {
      const subtype = type === 'U' && filter.subtype !== null ? ` · ${t(`vehicles.subtype.${filter.subtype}`)}` : ''
      return { word: typeService(type), label: `${t(`vehicles.type.${type}`)}${subtype}` }
    }),
    ...filter.services.map(code => ({ word: code, label: t(`${code}.title`) })),
    ...[...filter.statuses, ...filter.features].map(feature => ({ word: feature, label: featureLabel(feature) })),
  ]
  return (
    <div className={classes.actives}>
      {terms.map(({ word, label }) => (
        <button
          key={word}
          type="button"
          className={classes.active}
          onClick={() => onFilter(leaving(filter, word))}
          aria-label={t('map.filter_without', { filter: label })}
        >
          <span>{label}</span>
          <span aria-hidden>×</span>
        </button>
      ))}
      {terms.length > 1 && (
        <button type="button" className={classes.active} data-all onClick={() => onFilter(NO_FILTER)}>
          {t('map.filter_clear')}
        </button>
      )}
    </div>
  )
}

function Cards({ pins, fleets, selected, onSelect }: Pick<VehicleListProps, 'fleets' | 'selected' | 'onSelect'> & { readonly pins: readonly Pin[] }) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: pins.length,
    getScrollElement: () => box.current,
    estimateSize: () => CARD_HEIGHT,
    overscan: 6,
  })
  // A vehicle that is selected on the map comes into view here.
  const latest = useRef(pins)
  latest.current = pins
  useEffect(() => {
    const i = latest.current.findIndex(pin => pin.id === selected)
    if (i >= 0) rows.scrollToIndex(i, { align: 'auto' })
  }, [selected, rows])
  /** The row that waits to be drawn, to take the focus. */
  const wanted = useRef<number | null>(null)
  const focusWanted = () => {
    const card = wanted.current === null ? null : box.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"] button`)
    if (!card) return
    wanted.current = null
    card.focus({ preventScroll: true })
  }
  // Only rows near the screen are drawn: the one that a key leads to may come with the next drawing.
  useEffect(focusWanted)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const row = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-row]') : null
    const to = row === null ? null : rowFor(event.key, wanted.current ?? Number(row.dataset.row), pins.length)
    if (to === null) return
    event.preventDefault()
    wanted.current = to
    rows.scrollToIndex(to, { align: 'auto' })
    focusWanted()
  }
  return (
    <section ref={box} className={classes.cards} aria-label={t('map.vehicles')} onKeyDown={onKeyDown}>
      <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map(row => {
          const pin = pins[row.index]
          return pin === undefined ? null : (
            <div key={pin.id} data-row={row.index} className={classes.cardRow} style={{ transform: `translateY(${row.start}px)` }}>
              <VehicleCard
                pin={pin}
                fleet={pin.fleet_id === undefined ? undefined : fleets.get(pin.fleet_id)}
                selected={pin.id === selected}
                onSelect={onSelect}
              />
            </div>
          )
        })}
      </div>
    </section>
  )
}
