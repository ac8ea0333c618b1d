// The fields of the filters: severity, service, alerts, vehicle, fleets, acknowledgement and assignee; for the history also the period and whether the alert was found late.
import { RangePicker } from '@flotta/ui/RangePicker.tsx'
import { FilterChip } from '@flotta/ui/table/FilterChip.tsx'
import { Button, SegmentedControl, Select } from '@mantine/core'
import { IconClockPause, IconSteeringWheel, IconTruck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Picker } from '../../../fleet/activities/web/Picker.tsx'
import { useFleetFilter } from '../../../fleet/fleets/web/useFleetFilter.ts'
import { pickerVehicles } from '../../../fleet/vehicles/web/picker-vehicles.ts'
import { alertDefinitions, alertWords } from '../../incidents/catalogue.ts'
import classes from './activealerts.module.css'
import { yesNo } from './address.ts'
import { type AlertsAddress, codesOf, MOST_DAYS } from './useAlertsAddress.ts'
import { useColleagues } from './useColleagues.ts'

const severities = [2, 1, 0] as const
/** In a group where one chip at most is selected, the chip pressed last wins. */
const newest = <V,>(before: readonly V[], after: readonly V[]): V | undefined =>
  after.find(v => !before.includes(v)) ?? after[0]

export interface FilterProps {
  readonly address: AlertsAddress
}

export function FilterFields({ address }: FilterProps) {
  const { t } = useTranslation()
  const { tab, range, setRange } = address
  return (
    <div className={classes.filters}>
      {tab !== 'active' && (
        <RangePicker
          value={range}
          onChange={setRange}
          maxDays={MOST_DAYS}
          label={t('incidents.period')}
        />
      )}
      <SeverityFilter address={address} />
      <ServiceFilter address={address} />
      <VehicleFilter address={address} />
      <div className={classes.chips}>
        <AlertFilter address={address} />
        <FleetFilter />
        <YesNoFilter address={address} field="ack" label={t('incidents.acknowledged')} />
        <ColleagueFilter address={address} />
        {tab === 'active' && <SnoozedFilter address={address} />}
        {tab === 'active' && <GroupButton address={address} by="vehicle" />}
        {tab === 'active' && <GroupButton address={address} by="driver" />}
        {tab === 'history' && (
          <YesNoFilter address={address} field="late" label={t('incidents.ended.late')} />
        )}
      </div>
    </div>
  )
}

/** The switch between due alerts and snoozed ones. */
function SnoozedFilter({ address: { search, change } }: FilterProps) {
  const { t } = useTranslation()
  const isOn = search.snoozed !== undefined
  return (
    <Button
      size="compact-md"
      variant={isOn ? 'light' : 'default'}
      aria-pressed={isOn}
      leftSection={<IconClockPause size={14} aria-hidden />}
      onClick={() => change({ snoozed: isOn ? undefined : 'yes' })}
    >
      {t('incidents.snoozed')}
    </Button>
  )
}

const groupIcons = { vehicle: IconTruck, driver: IconSteeringWheel } as const
/** The choice to group the alerts by vehicle, or by driver and day. */
function GroupButton({
  address: { search, change },
  by,
}: FilterProps & { readonly by: 'vehicle' | 'driver' }) {
  const { t } = useTranslation()
  const isOn = search.group === by
  const Icon = groupIcons[by]
  return (
    <Button
      size="compact-md"
      variant={isOn ? 'light' : 'default'}
      aria-pressed={isOn}
      leftSection={<Icon size={14} aria-hidden />}
      onClick={() => change({ group: isOn ? undefined : by })}
    >
      {t(`incidents.by_${by}`)}
    </Button>
  )
}

function SeverityFilter({ address: { search, change } }: FilterProps) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      className={classes.severities ?? ''}
      aria-label={t('incidents.severity')}
      value={search.severity === undefined ? 'all' : String(search.severity)}
      onChange={value => change({ severity: value === 'all' ? undefined : Number(value) })}
      data={[
        { value: 'all', label: t('incidents.all') },
        ...severities.map(level => ({
          value: String(level),
          label: t(`incidents.of_severity.${level}`),
        })),
      ]}
    />
  )
}

function ServiceFilter({ address: { search, change, ofService } }: FilterProps) {
  const { t } = useTranslation()
  return (
    <Select
      className={classes.select ?? ''}
      aria-label={t('incidents.service')}
      placeholder={t('incidents.all_services')}
      clearable
      clearButtonProps={{ 'aria-label': t('incidents.all_services') }}
      value={ofService === undefined ? null : (search.service ?? null)}
      data={[...codesOf.keys()].map(value => ({ value, label: t(`${value}.title`) }))}
      onChange={value => change({ service: value ?? undefined, alert: undefined })}
    />
  )
}

function VehicleFilter({ address: { search, change } }: FilterProps) {
  const { t } = useTranslation()
  const vehicles = useQuery(pickerVehicles)
  return (
    <Picker
      className={classes.select}
      label={t('incidents.vehicle')}
      placeholder={t('incidents.all_vehicles')}
      value={search.vehicle}
      options={vehicles.data?.map(v => ({ id: v.id, name: v.plate }))}
      onPick={id => change({ vehicle: id })}
    />
  )
}

/** Kinds of alerts; with a service selected, only those of that service. */
function AlertFilter({ address: { change, codes, ofService } }: FilterProps) {
  const { t } = useTranslation()
  return (
    <FilterChip
      label={t('incidents.kind')}
      choices={alertDefinitions
        .filter(d => ofService === undefined || ofService.includes(d.code))
        .map(d => ({ value: d.code, label: t(alertWords(d).name) }))}
      chosen={codes}
      onChange={next => change({ alert: next.length === 0 ? undefined : next.join(',') })}
    />
  )
}

function FleetFilter() {
  const { t } = useTranslation()
  const { fleets = [], chosen, choose } = useFleetFilter()
  if (fleets.length === 0) return null
  return (
    <FilterChip
      label={t('fleets.filter')}
      choices={fleets.map(f => ({
        value: String(f.id),
        label: f.code,
        mark: <span className={classes.dot} style={{ background: f.color }} />,
      }))}
      chosen={[...chosen].map(String)}
      onChange={next => choose(next.map(Number))}
    />
  )
}

function YesNoFilter({
  address: { search, change },
  field,
  label,
}: FilterProps & { readonly field: 'ack' | 'late'; readonly label: string }) {
  const { t } = useTranslation()
  const words = { yes: t('incidents.yes'), no: t('incidents.no') }
  const answer = search[field]
  const selection = answer === undefined ? [] : [answer]
  return (
    <FilterChip
      label={label}
      choices={yesNo.map(value => ({ value, label: words[value] }))}
      chosen={selection}
      onChange={next => change({ [field]: newest(selection, next) })}
    />
  )
}

/** The colleague whom the alert is assigned to. */
function ColleagueFilter({ address: { search, change } }: FilterProps) {
  const { t } = useTranslation()
  const colleagues = useColleagues()
  if (colleagues.length === 0) return null
  const selection = search.assigned === undefined ? [] : [String(search.assigned)]
  return (
    <FilterChip
      label={t('incidents.assigned')}
      choices={colleagues.map(c => ({ value: String(c.id), label: c.name }))}
      chosen={selection}
      onChange={next => {
        const id = newest(selection, next)
        change({ assigned: id === undefined ? undefined : Number(id) })
      }}
    />
  )
}
