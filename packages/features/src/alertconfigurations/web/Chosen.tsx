// The chosen vehicles, each with whom it tells; they are asked for as they come into view.
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './alertconfigurations.module.css'
import type { ListedVehicle } from './useConfigurations.ts'
import { type CardActions, VehicleCard } from './VehicleCard.tsx'

/** px, until a card is measured. */
const CARD = 116

export function Chosen({ vehicles, ...actions }: CardActions & { readonly vehicles: readonly ListedVehicle[] }) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const cards = useVirtualizer<HTMLElement, Element>({
    count: vehicles.length,
    getScrollElement: () => box.current,
    estimateSize: () => CARD,
    overscan: 4,
    getItemKey: i => vehicles[i]?.id ?? i,
  })
  return (
    <div ref={box} className={classes.chosenBox}>
      <ul className={classes.rows} style={{ height: cards.getTotalSize() }} aria-label={t('alertconfigurations.chosen_vehicles')}>
        {cards.getVirtualItems().map(({ index, key, start }) => {
          const vehicle = vehicles[index]
          return vehicle === undefined ? null : (
            <li key={String(key)} ref={cards.measureElement} data-index={index} className={classes.place} style={{ transform: `translateY(${start}px)` }}>
              <VehicleCard vehicle={vehicle} {...actions} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
