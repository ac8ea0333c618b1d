// The cards of vehicles; only those near the screen are rendered. The arrow keys lead from one to the
// next.
import { useRowKeys, useRows } from '@flotta/ui/rows.ts'
import { useEffect, useRef } from 'react'
import type { Fleet } from '../../../fleet/fleets/contract.ts'
import type { Pin } from '../contract.ts'
import classes from './map.module.css'
import { PinRows } from './PinRows.tsx'
import { CARD_HEIGHT, VehicleCard } from './VehicleCard.tsx'

export interface CardsProps {
  readonly label: string
  readonly pins: readonly Pin[]
  readonly fleets: ReadonlyMap<number, Fleet>
  readonly selected: number | undefined
  readonly onSelect: (id: number) => void
  /** When each vehicle entered the area of the panel. */
  readonly entered?: ReadonlyMap<number, string | null>
}

export function Cards({ label, pins, fleets, selected, onSelect, entered }: CardsProps) {
  const box = useRef<HTMLDivElement>(null)
  const rows = useRows({ box, count: pins.length, height: CARD_HEIGHT, overscan: 6 })
  // The card of a vehicle that is selected on the map scrolls into view.
  const latest = useRef(pins)
  latest.current = pins
  useEffect(() => {
    const i = latest.current.findIndex(pin => pin.id === selected)
    if (i >= 0) rows.scrollToIndex(i, { align: 'auto' })
  }, [selected, rows])
  const onKeyDown = useRowKeys(box, rows, pins.length, 'a')
  return (
    <section ref={box} className={classes.cards} aria-label={label} onKeyDown={onKeyDown}>
      <PinRows
        rows={rows}
        pins={pins}
        className={classes.cardRow}
        row={pin => (
          <VehicleCard
            pin={pin}
            fleet={pin.fleet_id === undefined ? undefined : fleets.get(pin.fleet_id)}
            selected={pin.id === selected}
            onSelect={onSelect}
            entered={entered?.get(pin.id)}
          />
        )}
      />
    </section>
  )
}
