// The vehicles without a fleet, to be dragged into one; a vehicle that is dropped here leaves its fleet.
import { useDroppable } from '@dnd-kit/core'
import { contains } from '@flotta/core/searchable.ts'
import { Empty } from '@flotta/ui/Empty.tsx'
import { useRows } from '@flotta/ui/rows.ts'
import { formatNumber } from '@flotta/ui/texts.ts'
import { CloseButton, TextInput } from '@mantine/core'
import { IconCheck, IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { VehicleItem } from '../../vehicles/contract.ts'
import { NoVehicles } from '../../vehicles/web/NoVehicles.tsx'
import classes from './fleets.module.css'
import { type ChipProps, VehicleChip } from './VehicleChip.tsx'

const ROW_HEIGHT = 44
/** A list of up to so many vehicles needs no search. */
const SHORT = 8

interface VehicleRowsProps extends Pick<ChipProps, 'mayEdit' | 'onChoose'> {
  readonly vehicles: readonly VehicleItem[]
  readonly chosen: ReadonlySet<number>
}
interface UnassignedVehiclesProps extends VehicleRowsProps {
  /** There is no vehicle at all, with or without a fleet. */
  readonly none: boolean
}
export function UnassignedVehicles({ vehicles, none, ...rows }: UnassignedVehiclesProps) {
  const { t } = useTranslation()
  const { setNodeRef, isOver } = useDroppable({
    id: 'none',
    data: { fleet_id: null, code: t('fleets.unassigned') },
  })
  const [words, setTyped] = useState('')
  const matches =
    words === ''
      ? vehicles
      : vehicles.filter(v => contains(v.plate, words) || contains(v.serial, words))
  return (
    <section
      ref={setNodeRef}
      className={classes.unassigned}
      aria-label={t('fleets.unassigned')}
      data-over={isOver || undefined}
    >
      <header className={classes.unassignedHead}>
        <h2>{t('fleets.unassigned')}</h2>
        <span className={classes.count}>{formatNumber(vehicles.length)}</span>
      </header>
      {(vehicles.length > SHORT || words !== '') && (
        <TextInput
          aria-label={t('fleets.search_vehicles')}
          placeholder={t('fleets.search_vehicles')}
          value={words}
          onChange={e => setTyped(e.currentTarget.value)}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            words !== '' && (
              <CloseButton size="sm" aria-label={t('ui.list.clear')} onClick={() => setTyped('')} />
            )
          }
          mb={8}
        />
      )}
      {none ? (
        <NoVehicles />
      ) : vehicles.length === 0 ? (
        <Empty icon={IconCheck} title={t('fleets.all_assigned')} />
      ) : matches.length === 0 ? (
        <Empty icon={IconSearch} title={t('ui.list.nothing')} />
      ) : (
        <VehicleRows vehicles={matches} {...rows} />
      )}
    </section>
  )
}

/** Only visible rows are rendered. */
function VehicleRows({ vehicles, chosen, ...chip }: VehicleRowsProps) {
  const box = useRef<HTMLDivElement>(null)
  const rows = useRows({ box, count: vehicles.length, height: ROW_HEIGHT })
  return (
    <div ref={box} className={classes.unassignedBox}>
      <ul
        style={{
          height: rows.getTotalSize(),
          position: 'relative',
          margin: 0,
          padding: 0,
          listStyle: 'none',
        }}
      >
        {rows.getVirtualItems().map(row => {
          const vehicle = vehicles[row.index]
          return vehicle === undefined ? null : (
            <li
              key={vehicle.id}
              className={classes.unassignedRow}
              style={{ height: ROW_HEIGHT, transform: `translateY(${row.start}px)` }}
            >
              <VehicleChip vehicle={vehicle} chosen={chosen.has(vehicle.id)} {...chip} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
