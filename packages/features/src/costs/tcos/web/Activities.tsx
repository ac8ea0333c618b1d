// The list of activities, with the form of a new one.
import { query } from '@flotta/ui/api.ts'
import { EditCard, orDash } from '@flotta/ui/resource/EditCard.tsx'
import { ListScreen } from '@flotta/ui/resource/ListScreen.tsx'
import type { Column, Grouping } from '@flotta/ui/table/columns.ts'
import { formatMonth, formatNumber } from '@flotta/ui/texts.ts'
import { Select } from '@mantine/core'
import { IconCoinEuro } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { pickerVehicles } from '../../../fleet/vehicles/web/picker-vehicles.ts'
import { type CostActivity, typeActivities, types } from '../contract.ts'
import { useActivityKind } from './ActivityKind.tsx'
import classes from './tcos.module.css'
import type { Costs } from './useCosts.ts'
import { VehicleSelect } from './VehicleSelect.tsx'
import { dayWord, euro } from './words.ts'

export default function Activities({ costs }: { readonly costs: Costs }) {
  const { t } = useTranslation()
  const { period, fleets, vehicle, type, go } = costs
  const mayEdit = useMay(typeActivities.update)
  const { data: typeItems } = useQuery(query(types.all, {}))
  const { data: vehicles } = useQuery(pickerVehicles)
  const kind = useActivityKind({ types: typeItems ?? [], vehicles: vehicles ?? [], vehicle, type })
  const columns = useMemo(() => activityColumns(t), [t])
  return (
    <ListScreen
      part={t('tcos.tab.activities')}
      kind={kind}
      filters={{ period, fleets, vehicle_id: vehicle, type_id: type }}
      mayEdit={mayEdit}
      icon={IconCoinEuro}
      words={{
        add: t('tcos.add'),
        search: t('tcos.search'),
        empty: t('tcos.empty'),
        emptyText:
          vehicle !== undefined || type !== undefined
            ? t('tcos.empty_filtered')
            : mayEdit
              ? t('tcos.empty_text')
              : undefined,
      }}
      columns={columns}
      firstView="table"
      grouping={byMonth}
      tools={
        <>
          <Select
            aria-label={t('tcos.type')}
            placeholder={t('tcos.all_types')}
            w={180}
            clearable
            searchable
            clearButtonProps={{ 'aria-label': t('tcos.all_types') }}
            value={type === undefined ? null : String(type)}
            data={(typeItems ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={id => go({ type: id === null ? undefined : Number(id) })}
          />
          <VehicleSelect
            aria-label={t('tcos.vehicle')}
            placeholder={t('tcos.all_vehicles')}
            w={160}
            clearable
            clearButtonProps={{ 'aria-label': t('tcos.all_vehicles') }}
            vehicles={vehicles ?? []}
            chosen={vehicle ?? null}
            onChoose={id => go({ vehicle: id ?? undefined })}
          />
        </>
      }
      card={card => (
        <EditCard {...card} head={card.record && <ActivityHead activity={card.record} />} />
      )}
    />
  )
}

/** The list comes newest first, so the costs of a month stand together. */
const byMonth: Grouping<CostActivity> = {
  of: ({ date }) => {
    const month = formatMonth(date)
    return month.charAt(0).toUpperCase() + month.slice(1)
  },
  note: activities => euro(activities.reduce((sum, { amount }) => sum + amount, 0)),
}

const activityColumns = (t: TFunction): readonly Column<CostActivity>[] => [
  { key: 'date', label: t('tcos.date'), value: a => a.date, show: a => dayWord(a.date) },
  { key: 'type', label: t('tcos.type'), value: a => a.type_name, width: 1.4 },
  { key: 'plate', label: t('tcos.vehicle'), value: a => a.plate },
  {
    key: 'amount',
    label: t('tcos.amount'),
    value: a => a.amount,
    end: true,
    show: a => euro(a.amount),
  },
  {
    key: 'supplier',
    label: t('tcos.supplier'),
    value: a => a.supplier,
    show: a => orDash(a.supplier),
    width: 1.4,
    ownLine: true,
  },
  { key: 'km', label: t('tcos.km'), value: a => a.km, end: true, show: a => formatNumber(a.km) },
  {
    key: 'hour',
    label: t('tcos.hour'),
    value: a => a.hour,
    show: a => formatNumber(a.hour),
    shown: false,
  },
]
function ActivityHead({
  activity: { type_name, plate, date, amount, supplier, km, hour },
}: {
  readonly activity: CostActivity
}) {
  const counters = [
    km === null ? null : formatNumber(km, { unit: 'km' }),
    hour === null ? null : formatNumber(hour, { unit: 'h' }),
  ].filter(c => c !== null)
  return (
    <>
      <div className={classes.spent}>
        <span className={classes.what} title={type_name}>
          {type_name}
        </span>
        <strong className="flotta-figures">{euro(amount)}</strong>
      </div>
      <div className={classes.where}>
        <span>{plate}</span>
        <span>{dayWord(date)}</span>
      </div>
      <div className={classes.more}>
        {[supplier, ...counters].filter(word => word !== null).join(' · ') || '—'}
      </div>
    </>
  )
}
