// What the list is narrowed to: severity, service, alerts, vehicle, fleets; whether and by whom it is taken care of; of the history the period, and whether it was told late.
import { query } from '@flotta/ui/api.ts'
import { RangePicker } from '@flotta/ui/RangePicker.tsx'
import { FilterChip } from '@flotta/ui/table/FilterChip.tsx'
import { SegmentedControl, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Picker } from '../../../fleet/activities/web/Picker.tsx'
import { useFleetFilter } from '../../../fleet/fleets/web/useFleetFilter.ts'
import { all as vehiclesAll } from '../../../fleet/vehicles/contract.ts'
import { alertDefinitions, alertWords } from '../../incidents/catalogue.ts'
import classes from './activealerts.module.css'
import { yesNo } from './address.ts'
import { type AlertsAddress, codesOf, MOST_DAYS } from './useAlertsAddress.ts'
import { useColleagues } from './useColleagues.ts'

const severities = [2, 1, 0] as const
/** A chip of which one alone is chosen: the newest press wins. */
const newest = <V,>(before: readonly V[], after: readonly V[]): V | undefined =>
  after.find(v => !before.includes(v)) ?? after[0]

export function AlertFilters({
  address: { search, change, tab, codes, ofService, range, setRange },
}: {
  readonly address: AlertsAddress
}) {
  const { t } = useTranslation()
  const { fleets = [], chosen, choose } = useFleetFilter()
  const vehicles = useQuery({ ...query(vehiclesAll, {}), staleTime: 60_000 })
  const colleagues = useColleagues()
  const { severity, service, vehicle, ack, assigned, late } = search
  const choices = alertDefinitions
    .filter(d => ofService === undefined || ofService.includes(d.code))
    .map(d => ({ value: d.code, label: t(alertWords(d).name) }))
  const either = (
    label: string,
    name: 'ack' | 'late',
    value: 'yes' | 'no' | undefined,
    words: Readonly<Record<'yes' | 'no', string>>,
  ) => {
    const before = value === undefined ? [] : [value]
    return (
      <FilterChip
        label={label}
        choices={yesNo.map(word => ({ value: word, label: words[word] }))}
        chosen={before}
        onChange={next => change({ [name]: newest(before, next) })}
      />
    )
  }
  const whose = assigned === undefined ? [] : [String(assigned)]
  return (
    <div className={classes.filters}>
      {tab === 'history' && (
        <RangePicker
          value={range}
          onChange={setRange}
          maxDays={MOST_DAYS}
          label={t('incidents.period')}
        />
      )}
      <SegmentedControl
        className={classes.severities ?? ''}
        aria-label={t('incidents.severity')}
        value={severity === undefined ? 'all' : String(severity)}
        onChange={value => change({ severity: value === 'all' ? undefined : Number(value) })}
        data={[
          { value: 'all', label: t('incidents.all') },
          ...severities.map(level => ({
            value: String(level),
            label: t(`incidents.of_severity.${level}`),
          })),
        ]}
      />
      <Select
        className={classes.select ?? ''}
        aria-label={t('incidents.service')}
        placeholder={t('incidents.all_services')}
        clearable
        clearButtonProps={{ 'aria-label': t('incidents.all_services') }}
        value={ofService === undefined ? null : (service ?? null)}
        data={[...codesOf.keys()].map(value => ({ value, label: t(`${value}.title`) }))}
        onChange={value => change({ service: value ?? undefined, alert: undefined })}
      />
      <Picker
        className={classes.select}
        label={t('incidents.vehicle')}
        placeholder={t('incidents.all_vehicles')}
        value={vehicle}
        options={vehicles.data?.map(v => ({ id: v.id, name: v.plate }))}
        onPick={id => change({ vehicle: id })}
      />
      <div className={classes.chips}>
        <FilterChip
          label={t('incidents.kind')}
          choices={choices}
          chosen={codes}
          onChange={next => change({ alert: next.length === 0 ? undefined : next.join(',') })}
        />
        {fleets.length > 0 && (
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
        )}
        {either(t('incidents.acknowledged'), 'ack', ack, {
          yes: t('incidents.yes'),
          no: t('incidents.no'),
        })}
        {colleagues.length > 0 && (
          <FilterChip
            label={t('incidents.assigned')}
            choices={colleagues.map(c => ({ value: String(c.id), label: c.name }))}
            chosen={whose}
            onChange={next => {
              const id = newest(whose, next)
              change({ assigned: id === undefined ? undefined : Number(id) })
            }}
          />
        )}
        {tab === 'history' &&
          either(t('incidents.ended.late'), 'late', late, {
            yes: t('incidents.yes'),
            no: t('incidents.no'),
          })}
      </div>
    </div>
  )
}
