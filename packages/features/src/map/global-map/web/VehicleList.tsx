// The list beside the map: search, quick filters, the filter tree, and a card for every vehicle that
// passes the filter.

import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { Button, Collapse } from '@mantine/core'
import { IconFilter, IconFilterOff } from '@tabler/icons-react'
import { memo, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fleet } from '../../../fleet/fleets/contract.ts'
import { NoVehicles } from '../../../fleet/vehicles/web/NoVehicles.tsx'
import { AddButton, OwnVehicle, useAdding } from '../../../fleet/vehicles/web/OwnVehicle.tsx'
import type { PickedPlace } from '../../../places/geocoding/rules.ts'
import type { Pin } from '../contract.ts'
import {
  type Filter,
  isNoFilter,
  isQuick,
  NO_FILTER,
  type QuickFilter,
  toggleQuick,
  typeService,
  withoutWord,
} from '../filter.ts'
import { Cards } from './Cards.tsx'
import { Count } from './Count.tsx'
import { FilterTree, useFeatureLabel } from './FilterTree.tsx'
import { FindBox } from './FindBox.tsx'
import classes from './map.module.css'
import { QuickFilters } from './QuickFilters.tsx'
import { CARD_HEIGHT } from './VehicleCard.tsx'

export interface VehicleListProps {
  /** undefined while loading */
  readonly all: readonly Pin[] | undefined
  /** The pins that pass the filter, in order. */
  readonly shown: readonly Pin[]
  /** The pins that the search covers. */
  readonly getPins: () => readonly Pin[]
  readonly error: Error | null
  readonly onRetry: () => unknown
  /** undefined while loading */
  readonly counts: Readonly<Record<QuickFilter, number>> | undefined
  readonly filter: Filter
  readonly onFilter: (filter: Filter) => void
  readonly fleets: ReadonlyMap<number, Fleet>
  readonly selected: number | undefined
  readonly onSelect: (id: number) => void
  readonly onPlace: (place: PickedPlace) => void
}

/** Rendered again only when its own properties change: the address holds much else. */
export const VehicleList = memo(function VehicleList(props: VehicleListProps) {
  const { all, shown, getPins, counts, filter, onFilter, onSelect, onPlace } = props
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const adding = useAdding()
  return (
    <>
      <search className={classes.listHead}>
        <FindBox getPins={getPins} onSelect={onSelect} onPlace={onPlace} />
        <QuickFilters
          isActive={quick => isQuick(filter, quick)}
          counts={counts}
          onToggle={quick => onFilter(toggleQuick(filter, quick))}
        />
        <div className={classes.line}>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconFilter size={16} aria-hidden />}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {t('global_map.filters')}
          </Button>
          <span className={classes.grow} />
          <Count all={all?.length} shown={shown.length} by={filter} />
        </div>
        {!isNoFilter(filter) && <ActiveFilters filter={filter} onFilter={onFilter} />}
        <Collapse expanded={open}>
          {open && <FilterTree pins={all} filter={filter} onChange={onFilter} />}
        </Collapse>
      </search>
      <VehicleCards
        {...props}
        add={adding.mayAdd ? <AddButton onClick={adding.open} /> : undefined}
      />
      {/* stays open when the new vehicle has appeared and the list is no longer empty */}
      {adding.isOpen && <OwnVehicle onClose={adding.close} />}
    </>
  )
})

type VehicleCardsProps = Pick<
  VehicleListProps,
  'all' | 'shown' | 'error' | 'onRetry' | 'filter' | 'onFilter' | 'fleets' | 'selected' | 'onSelect'
> & {
  /** Adds the first vehicle, where the company may do so itself. */
  readonly add: ReactNode | undefined
}
/** The cards, or why there are none. */
function VehicleCards(props: VehicleCardsProps) {
  const { all, shown, error, onRetry, filter, onFilter, fleets, selected, onSelect, add } = props
  const { t } = useTranslation()
  if (all === undefined)
    return (
      <LoadingRows error={error} onRetry={() => void onRetry()} rows={10} height={CARD_HEIGHT} />
    )
  if (all.length === 0) return <NoVehicles action={add} />
  if (shown.length === 0)
    return (
      <Empty
        icon={IconFilterOff}
        title={t('global_map.none_kept')}
        text={t('global_map.none_kept_text')}
        action={
          isNoFilter(filter) ? null : (
            <Button variant="default" onClick={() => onFilter(NO_FILTER)}>
              {t('global_map.filter_clear')}
            </Button>
          )
        }
      />
    )
  return (
    <Cards
      label={t('global_map.vehicles')}
      pins={shown}
      fleets={fleets}
      selected={selected}
      onSelect={onSelect}
    />
  )
}

/** The active filters, each with a button that removes it, and one that removes all. */
function ActiveFilters({ filter, onFilter }: Pick<VehicleListProps, 'filter' | 'onFilter'>) {
  const { t } = useTranslation()
  const featureLabel = useFeatureLabel()
  const terms = [
    ...filter.types.map(type => {
      const subtype =
        type === 'U' && filter.subtype !== null
          ? ` · ${t(`vehicles.subtype.${filter.subtype}`)}`
          : ''
      return { word: typeService(type), label: `${t(`vehicles.type.${type}`)}${subtype}` }
    }),
    ...filter.services.map(code => ({ word: code, label: t(`${code}.title`) })),
    ...[...filter.statuses, ...filter.features].map(feature => ({
      word: feature,
      label: featureLabel(feature),
    })),
  ]
  return (
    <div className={classes.actives}>
      {terms.map(({ word, label }) => (
        <button
          key={word}
          type="button"
          data-entry
          className={classes.active}
          onClick={() => onFilter(withoutWord(filter, word))}
          aria-label={t('global_map.filter_without', { filter: label })}
        >
          <span>{label}</span>
          <span aria-hidden>×</span>
        </button>
      ))}
      {terms.length > 1 && (
        <button
          type="button"
          className={classes.active}
          data-all
          onClick={() => onFilter(NO_FILTER)}
        >
          {t('global_map.filter_clear')}
        </button>
      )}
    </div>
  )
}
