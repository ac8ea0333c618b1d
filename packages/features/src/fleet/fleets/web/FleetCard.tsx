// A fleet: its code, description and colour, and the vehicles in it; whatever is dropped on it belongs to it.

import { useDroppable } from '@dnd-kit/core'
import { EditCard } from '@flotta/ui/resource/EditCard.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { useNear } from '@flotta/ui/useNear.ts'
import { Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type CSSProperties, memo, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { VehicleItem } from '../../vehicles/contract.ts'
import type { Fleet } from '../contract.ts'
import classes from './fleets.module.css'
import type { FleetKind } from './useFleetKind.tsx'
import { type ChipProps, VehicleChip } from './VehicleChip.tsx'

/** Vehicles that are shown before somebody asks for all. */
const CHIPS_SHOWN = 24
/** Px of a card's head and of a row of vehicles, and the vehicles per row: the estimated size of a card before it is rendered. */
const HEAD_HEIGHT = 64
const CHIP_ROW_HEIGHT = 38
const CHIPS_PER_ROW = 2

export interface FleetCardProps extends Pick<ChipProps, 'mayEdit' | 'onChoose'> {
  readonly kind: FleetKind
  readonly fleet: Fleet
  readonly vehicles: readonly VehicleItem[]
  /** The card is visible as soon as the screen opens. */
  readonly first: boolean
  readonly selected: boolean
  readonly editing: boolean
  readonly onEdit: (id: number) => void
  readonly onClose: () => void
  readonly chosen: ReadonlySet<number>
  readonly onTakeOut: (vehicle: VehicleItem) => void
}

export const FleetCard = memo(function FleetCard({ first, ...props }: FleetCardProps) {
  const { fleet, vehicles, selected, editing } = props
  const { t } = useTranslation()
  const { setNodeRef, isOver } = useDroppable({
    id: `fleet-${fleet.id}`,
    data: { fleet_id: fleet.id, code: fleet.code },
  })
  const card = useRef<HTMLElement>(null)
  const near = useNear(card, first)
  useEffect(() => {
    if (selected) card.current?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  const tint: CSSProperties & { readonly '--fleet': string } = { '--fleet': fleet.color }
  return (
    <section
      ref={node => {
        setNodeRef(node)
        card.current = node
      }}
      className={classes.fleet}
      style={tint}
      data-entry
      aria-label={t('fleets.card', { code: fleet.code, count: vehicles.length })}
      data-over={isOver || undefined}
      data-selected={selected || undefined}
    >
      {near || editing ? (
        <FullCard {...props} />
      ) : (
        <OffscreenCard fleet={fleet} vehicles={vehicles} selected={selected} />
      )}
    </section>
  )
})

/** A card outside of the window shows only its code, so that the browser's own search finds it. */
const OffscreenCard = ({
  fleet,
  vehicles,
  selected,
}: Pick<FleetCardProps, 'fleet' | 'vehicles' | 'selected'>) => (
  <div
    style={{
      minHeight:
        HEAD_HEIGHT +
        CHIP_ROW_HEIGHT * Math.ceil(Math.min(vehicles.length, CHIPS_SHOWN) / CHIPS_PER_ROW),
    }}
  >
    <Name fleet={fleet} vehicles={vehicles} selected={selected} />
  </div>
)

const Name = ({
  fleet,
  vehicles,
  selected,
}: Pick<FleetCardProps, 'fleet' | 'vehicles' | 'selected'>) => (
  <Link
    to="/fleets"
    search={{ f: selected ? undefined : fleet.id }}
    className={classes.code}
    aria-current={selected ? 'true' : undefined}
  >
    <span className={classes.dot} aria-hidden />
    <span className={classes.codeWord}>{fleet.code}</span>
    <span className={classes.count}>{formatNumber(vehicles.length)}</span>
  </Link>
)

function FullCard({
  kind,
  fleet,
  vehicles,
  selected,
  editing,
  onEdit,
  onClose,
  mayEdit,
  ...chips
}: Omit<FleetCardProps, 'first'>) {
  const { t } = useTranslation()
  return (
    <EditCard
      kind={kind}
      record={fleet}
      editing={editing}
      onEdit={() => onEdit(fleet.id)}
      onClose={onClose}
      mayEdit={mayEdit}
      head={
        <>
          <Name fleet={fleet} vehicles={vehicles} selected={selected} />
          {fleet.description !== fleet.code && (
            <Text size="sm" c="dimmed" truncate title={fleet.description}>
              {fleet.description}
            </Text>
          )}
        </>
      }
    >
      {vehicles.length === 0 ? (
        <Text size="sm" c="dimmed" className={classes.hollow}>
          {t(mayEdit ? 'fleets.drop_here' : 'fleets.no_vehicles')}
        </Text>
      ) : (
        <VehicleChips vehicles={vehicles} mayEdit={mayEdit} {...chips} />
      )}
    </EditCard>
  )
}

type VehicleChipsProps = Pick<
  FleetCardProps,
  'vehicles' | 'mayEdit' | 'chosen' | 'onChoose' | 'onTakeOut'
>
/** The first vehicles, or all on request. */
function VehicleChips({ vehicles, chosen, ...chip }: VehicleChipsProps) {
  const { t } = useTranslation()
  const [showsAll, setShowsAll] = useState(false)
  const visibleVehicles = showsAll ? vehicles : vehicles.slice(0, CHIPS_SHOWN)
  return (
    <>
      <ul className={classes.chips}>
        {visibleVehicles.map(vehicle => (
          <li key={vehicle.id}>
            <VehicleChip vehicle={vehicle} chosen={chosen.has(vehicle.id)} {...chip} />
          </li>
        ))}
      </ul>
      {vehicles.length > CHIPS_SHOWN && (
        <Button
          variant="subtle"
          size="compact-sm"
          mt={8}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => setShowsAll(!showsAll)}
          aria-expanded={showsAll}
        >
          {showsAll
            ? t('fleets.fewer')
            : t('fleets.show_all', { total: formatNumber(vehicles.length) })}
        </Button>
      )}
    </>
  )
}
