// The cards of the selected vehicles with their configurations, loaded as they scroll into view.

import { Button, Collapse } from '@mantine/core'
import { IconAdjustments } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Parameters } from '../../alert-parameters/web/Parameters.tsx'
import { AlertConfigurationsSearch } from './address.ts'
import classes from './alertconfigurations.module.css'
import type { ListedVehicle } from './useConfigurations.ts'
import { type CardActions, VehicleCard } from './VehicleCard.tsx'

/** Height until a card is measured, px. */
const CARD = 116

export function ChosenVehicles({
  vehicles,
  ...actions
}: CardActions & { readonly vehicles: readonly ListedVehicle[] }) {
  const { t } = useTranslation()
  const [only, ...others] = vehicles
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
      <ul
        className={classes.rows}
        style={{ height: cards.getTotalSize() }}
        aria-label={t('alert_configurations.chosen_vehicles')}
      >
        {cards.getVirtualItems().map(({ index, key, start }) => {
          const vehicle = vehicles[index]
          return vehicle === undefined ? null : (
            <li
              key={String(key)}
              ref={cards.measureElement}
              data-index={index}
              className={classes.place}
              style={{ transform: `translateY(${start}px)` }}
            >
              <VehicleCard vehicle={vehicle} {...actions} />
            </li>
          )
        })}
      </ul>
      {only !== undefined && others.length === 0 && <When key={only.id} vehicle_id={only.id} />}
    </div>
  )
}

/** The parameters of the vehicle's alerts, which can be unfolded. */
function When({ vehicle_id }: { readonly vehicle_id: number }) {
  const { t } = useTranslation()
  const { tune } = AlertConfigurationsSearch.parse(useSearch({ strict: false }))
  const [isOpen, setOpened] = useState(tune !== undefined)
  const id = useId()
  return (
    <section className={classes.when}>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconAdjustments size={16} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpened(!isOpen)}
      >
        {t('alert_parameters.title')}
      </Button>
      <Collapse expanded={isOpen} id={id}>
        {isOpen && (
          <Parameters
            vehicle_id={vehicle_id}
            {...(tune !== undefined && { open_alert_id: tune })}
          />
        )}
      </Collapse>
    </section>
  )
}
