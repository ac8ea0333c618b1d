// The fields of the dialog for a new report: type, vehicle, services and period.
import { now } from '@flotta/ui/clock.ts'
import { RangePicker } from '@flotta/ui/RangePicker.tsx'
import type { Range } from '@flotta/ui/range.ts'
import { Chip, Group, Input, Select, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import { pickerVehicles } from '../../../fleet/vehicles/web/picker-vehicles.ts'
import { ReportType } from '../contract.ts'
import { reportServices } from '../services.ts'
import { isOffered, serviceTextKey } from './offer.ts'
import { MAX_DAYS } from './period.ts'
import { VehicleChoice, type VehicleChoiceProps } from './VehicleChoice.tsx'

/** The vehicle of a panel; without its agreements every service is offered. */
export type ReportVehicle = Pick<Vehicle, 'id' | 'plate'> &
  Partial<Pick<Vehicle, 'active_agreements'>>
/** Whether a service has data of a vehicle; without the vehicle's agreements every service is offered. */
export const isOfferedOn = (vehicle: ReportVehicle | undefined, service: string): boolean =>
  vehicle?.active_agreements === undefined || isOffered(service, vehicle.active_agreements, now())

/** A period, and the moment at which a person chose it. */
export interface ChosenPeriod {
  readonly range: Range
  readonly at: number
}
interface PeriodFieldProps {
  readonly period: ChosenPeriod
  readonly onChoose: (period: ChosenPeriod) => void
  readonly error: string | undefined
}
export function PeriodField({ period, onChoose, error }: PeriodFieldProps) {
  const { t } = useTranslation()
  return (
    <Input.Wrapper
      label={t('ui.range.period')}
      description={t('reports.most_days', { count: MAX_DAYS })}
      error={error}
      labelElement="div"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      <RangePicker
        fullWidth
        maxDays={MAX_DAYS}
        value={period.range}
        onChange={range => onChoose({ range, at: now() })}
      />
    </Input.Wrapper>
  )
}

export function TypeChoice({
  types,
  type,
  onChoose,
}: {
  readonly types: readonly ReportType[]
  readonly type: ReportType
  readonly onChoose: (type: ReportType) => void
}) {
  const { t } = useTranslation()
  return (
    <Select
      label={t('reports.type_label')}
      data={types.map(value => ({ value, label: t(`reports.type.${value}`) }))}
      value={type}
      onChange={value => value !== null && onChoose(ReportType.parse(value))}
      allowDeselect={false}
      description={t(`reports.about.${type}`)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      maxDropdownHeight={360}
      data-autofocus
    />
  )
}

export function VehicleField(props: Omit<VehicleChoiceProps, 'vehicles'>) {
  const { data: vehicles } = useQuery(pickerVehicles)
  return <VehicleChoice vehicles={vehicles} {...props} />
}

/** The services of the report; those that the vehicle does not have cannot be chosen. */
export function ServicesChoice({
  chosen,
  onChoose,
  vehicle,
  error,
}: {
  readonly chosen: readonly string[]
  readonly onChoose: (services: readonly string[]) => void
  readonly vehicle: ReportVehicle | undefined
  readonly error: string | undefined
}) {
  const { t } = useTranslation()
  return (
    <Input.Wrapper
      label={t('reports.services')}
      error={error}
      labelElement="div"
      role="group"
      aria-label={t('reports.services')}
    >
      <Group gap={6} mt={4}>
        <Chip.Group multiple value={[...chosen]} onChange={onChoose}>
          {reportServices.map(service => {
            const isOpen = isOfferedOn(vehicle, service)
            return (
              <Tooltip key={service} label={t('reports.not_offered')} disabled={isOpen}>
                <Chip value={service} size="sm" disabled={!isOpen}>
                  {t(`reports.service.${serviceTextKey(service)}`)}
                </Chip>
              </Tooltip>
            )
          })}
        </Chip.Group>
      </Group>
    </Input.Wrapper>
  )
}
