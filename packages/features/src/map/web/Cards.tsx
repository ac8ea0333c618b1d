// Cards of vehicles, of which only those near the screen are drawn; arrows lead from one to the next.
import { rowFor } from '@flotta/ui/list-keys.ts'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Fleet } from '../../fleets/contract.ts'
import type { Pin } from '../contract.ts'
import classes from './map.module.css'
import { CARD_HEIGHT, VehicleCard } from './VehicleCard.tsx'

export interface CardsProps {
  readonly label: string
  readonly pins: readonly Pin[]
  readonly fleets: ReadonlyMap<number, Fleet>
  readonly selected: number | undefined
  readonly onSelect: (id: number) => void
  /** Since when each is in the area that is looked at. */
  readonly entered?: ReadonlyMap<number, string | null>
}

export function Cards({ label, pins, fleets, selected, onSelect, entered }: CardsProps) {
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
    <section ref={box} className={classes.cards} aria-label={label} onKeyDown={onKeyDown}>
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
                entered={entered?.get(pin.id)}
              />
            </div>
          )
        })}
      </div>
    </section>
  )
}
