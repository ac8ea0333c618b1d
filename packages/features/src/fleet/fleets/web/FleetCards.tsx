// The cards of the fleets that the search finds, below the card of a new one.
import { Empty } from '@flotta/ui/Empty.tsx'
import { NothingFound } from '@flotta/ui/NothingFound.tsx'
import { EditCard } from '@flotta/ui/resource/EditCard.tsx'
import page from '@flotta/ui/resource/resource.module.css'
import { IconStack2 } from '@tabler/icons-react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fleet } from '../contract.ts'
import { FleetCard, type FleetCardProps } from './FleetCard.tsx'
import classes from './fleets.module.css'
import { useFleetKind } from './useFleetKind.tsx'
import { NO_VEHICLES, type VehiclesByFleet } from './vehicles-by-fleet.ts'

const NOTHING_CHOSEN: ReadonlySet<number> = new Set()
/** Cards that fit a usual window; a larger window gets the others with the next frame. */
const CARDS_AT_FIRST = 6

export interface FleetCardsProps extends Pick<FleetCardProps, 'onChoose' | 'onTakeOut'> {
  readonly fleets: readonly Fleet[]
  readonly visibleFleets: readonly Fleet[]
  readonly byFleet: VehiclesByFleet
  /** The fleet in the address. */
  readonly selectedId: number | undefined
  /** The fleet whose form is open. */
  readonly active: number | 'new' | null
  readonly onActivate: (active: number | 'new' | null) => void
  readonly chosenOf: ReadonlyMap<number | null, ReadonlySet<number>>
  readonly mayEdit: boolean
  readonly mayMove: boolean
  readonly search: string
}

export function FleetCards({
  fleets,
  visibleFleets,
  byFleet,
  selectedId,
  active,
  onActivate,
  chosenOf,
  mayEdit,
  mayMove,
  search,
  ...chip
}: FleetCardsProps) {
  const { t } = useTranslation()
  const kind = useFleetKind(fleets)
  const close = useCallback(() => onActivate(null), [onActivate])
  return (
    <div className={classes.fleets}>
      {active === 'new' && (
        <EditCard
          kind={kind}
          record={null}
          newTitle={t('fleets.add')}
          editing
          onEdit={() => undefined}
          onClose={close}
          mayEdit={mayEdit}
          head={null}
        />
      )}
      {visibleFleets.map((fleet, i) => (
        <FleetCard
          {...chip}
          first={i < CARDS_AT_FIRST}
          key={fleet.id}
          kind={kind}
          fleet={fleet}
          vehicles={byFleet.get(fleet.id) ?? NO_VEHICLES}
          selected={fleet.id === selectedId}
          editing={fleet.id === active}
          onEdit={onActivate}
          onClose={close}
          mayEdit={mayMove}
          chosen={chosenOf.get(fleet.id) ?? NOTHING_CHOSEN}
        />
      ))}
      {visibleFleets.length === 0 && active !== 'new' && (
        <div className={page.plain}>
          <NoFleets none={fleets.length === 0} mayEdit={mayEdit} search={search} />
        </div>
      )}
    </div>
  )
}

/** `none`: the customer has no fleet at all; else the search found none. */
function NoFleets({
  none,
  mayEdit,
  search,
}: {
  readonly none: boolean
  readonly mayEdit: boolean
  readonly search: string
}) {
  const { t } = useTranslation()
  return none ? (
    <Empty
      icon={IconStack2}
      title={t('fleets.none')}
      text={t(mayEdit ? 'fleets.none_yet' : 'fleets.none_text')}
    />
  ) : (
    <NothingFound search={search} />
  )
}
