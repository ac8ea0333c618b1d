// The list of vehicles to select, one by one or all at once; only the visible rows are rendered.
import { useRowKeys, useRows } from '@flotta/ui/rows.ts'
import { formatNumber } from '@flotta/ui/texts.ts'
import { VehicleTypeIcon } from '@flotta/ui/VehicleTypeIcon.tsx'
import { Checkbox } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './alertconfigurations.module.css'
import { FleetLabel } from './FleetLabel.tsx'
import type { ListedVehicle } from './useConfigurations.ts'

const ROW = 40

export interface VehiclePickerProps {
  /** The vehicles that match the search. */
  readonly vehicles: readonly ListedVehicle[]
  readonly chosen: ReadonlySet<number>
  readonly onChoose: (ids: readonly number[], isChosen: boolean) => void
}
export function VehiclePicker({ vehicles, chosen, onChoose }: VehiclePickerProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const rows = useRows({ box, count: vehicles.length, height: ROW })
  const onKey = useRowKeys(box, rows, vehicles.length, 'input')
  const chosenCount = vehicles.filter(v => chosen.has(v.id)).length
  const isWhole = chosenCount === vehicles.length
  return (
    <section className={classes.picker} aria-label={t('alert_configurations.vehicles')}>
      <header className={classes.pickerHead}>
        <Checkbox
          label={t('alert_configurations.all')}
          checked={isWhole}
          indeterminate={!isWhole && chosenCount > 0}
          onChange={() =>
            onChoose(
              vehicles.map(v => v.id),
              !isWhole,
            )
          }
        />
        <span className={classes.quiet} aria-live="polite">
          {t('alert_configurations.chosen', {
            count: chosen.size,
            total: formatNumber(chosen.size),
          })}
        </span>
      </header>
      <div ref={box} className={classes.pickerBox}>
        <ul className={classes.rows} style={{ height: rows.getTotalSize() }} onKeyDown={onKey}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const vehicle = vehicles[index]
            if (vehicle === undefined) return null
            return (
              <li
                key={vehicle.id}
                data-row={index}
                className={classes.row}
                style={{ height: ROW, transform: `translateY(${start}px)` }}
              >
                <VehicleCheckbox
                  vehicle={vehicle}
                  checked={chosen.has(vehicle.id)}
                  onChoose={isChosen => onChoose([vehicle.id], isChosen)}
                />
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}
function VehicleCheckbox({
  vehicle,
  checked,
  onChoose,
}: {
  readonly vehicle: ListedVehicle
  readonly checked: boolean
  readonly onChoose: (isChosen: boolean) => void
}) {
  return (
    <Checkbox
      checked={checked}
      onChange={e => onChoose(e.currentTarget.checked)}
      classNames={{
        root: classes.pick ?? '',
        body: classes.pickBody ?? '',
        labelWrapper: classes.pickLabel ?? '',
      }}
      label={
        <span className={classes.vehicle}>
          <VehicleTypeIcon type={vehicle.vehicle_type} size={18} />
          <span className={classes.plate}>{vehicle.plate}</span>
          <FleetLabel fleet={vehicle.fleet} />
        </span>
      }
    />
  )
}
