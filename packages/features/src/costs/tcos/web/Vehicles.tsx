// The vehicles with costs, the most expensive first; each leads to its activities.
import { query } from '@flotta/ui/api.ts'
import { useListAddress } from '@flotta/ui/resource/useRecords.ts'
import { formatNumber } from '@flotta/ui/texts.ts'
import { IconCoinEuro } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { byVehicle } from '../contract.ts'
import { average } from '../rules.ts'
import { PagedTable } from './PagedTable.tsx'
import classes from './tcos.module.css'
import { addressOf, type Costs } from './useCosts.ts'
import { dayWord, euro } from './words.ts'

export default function Vehicles({ costs }: { readonly costs: Costs }) {
  const { t } = useTranslation()
  const { period, fleets, ready } = costs
  const { page, turn } = useListAddress()
  const vehiclesQuery = useQuery({
    ...query(byVehicle, { query: { period, fleets, page, per_page: 50 } }),
    enabled: ready,
    placeholderData: keepPreviousData,
  })
  return (
    <PagedTable
      label={t('tcos.tab.vehicles')}
      pageQuery={vehiclesQuery}
      page={page}
      onTurn={turn}
      rowKey={row => row.vehicle_id}
      empty={{ icon: IconCoinEuro, title: t('tcos.empty'), text: t('tcos.empty_period') }}
      columns={[
        {
          label: t('tcos.vehicle'),
          show: row => (
            <Link
              className={`flotta-target ${classes.link}`}
              to="/tcos"
              search={addressOf({ period, tab: 'activities', vehicle: row.vehicle_id })}
            >
              {row.plate}
            </Link>
          ),
        },
        {
          label: t('tcos.figure.total_activities'),
          show: row => formatNumber(row.total_activities),
          figure: true,
        },
        { label: t('tcos.last'), show: row => dayWord(row.last_date), figure: true },
        {
          label: t('tcos.average_activity'),
          show: row => euro(average(row.total_cost, row.total_activities)),
          figure: true,
          wide: true,
        },
        {
          label: t('tcos.figure.total_cost'),
          show: row => <strong>{euro(row.total_cost)}</strong>,
          figure: true,
        },
      ]}
    />
  )
}
