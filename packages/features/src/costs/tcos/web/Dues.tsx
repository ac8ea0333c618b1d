// The types that are due on vehicles, the most urgent first.
import { query } from '@flotta/ui/api.ts'
import { useListAddress } from '@flotta/ui/resource/useRecords.ts'
import { Badge, SegmentedControl } from '@mantine/core'
import { IconCalendarCheck } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DueCost, dues } from '../contract.ts'
import { type PagedColumn, PagedTable } from './PagedTable.tsx'
import classes from './tcos.module.css'
import { addressOf, type Costs } from './useCosts.ts'
import { dayWord, leftWord, limitWord } from './words.ts'

const colors = { overdue: 'red', due: 'yellow', fine: 'gray' } as const satisfies Record<
  DueCost['state'],
  string
>

function useDueColumns(period: Costs['period']): readonly PagedColumn<DueCost>[] {
  const { t } = useTranslation()
  return [
    {
      label: t('tcos.dues.state'),
      wide: true,
      show: row => (
        <Badge variant="light" color={colors[row.state]} tt="none" fw={550} miw="max-content">
          {t(`tcos.due_state.${row.state}`)}
        </Badge>
      ),
    },
    {
      label: t('tcos.vehicle'),
      show: row => (
        <Link
          className={`flotta-target ${classes.link}`}
          to="/tcos"
          search={addressOf({
            period,
            tab: 'activities',
            vehicle: row.vehicle_id,
            type: row.type_id,
          })}
        >
          {row.plate}
        </Link>
      ),
    },
    { label: t('tcos.type'), show: row => row.type_name },
    {
      label: t('tcos.dues.left'),
      show: row => (
        <span className={classes.left} data-state={row.state}>
          {leftWord(row)}
        </span>
      ),
    },
    { label: t('tcos.dues.limit'), show: limitWord, figure: true, wide: true },
    { label: t('tcos.last'), show: row => dayWord(row.last_date), figure: true, wide: true },
  ]
}
export default function Dues({ costs }: { readonly costs: Costs }) {
  const { t } = useTranslation()
  const { fleets, ready, period } = costs
  const columns = useDueColumns(period)
  const { page, turn } = useListAddress()
  const [all, setAll] = useState(false)
  const duesQuery = useQuery({
    ...query(dues, {
      query: { fleets, page, per_page: 50, state: all ? undefined : 'overdue,due' },
    }),
    enabled: ready,
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <div className={classes.partBar}>
        <h2>{t('tcos.tab.dues')}</h2>
        <SegmentedControl
          aria-label={t('tcos.dues.shown')}
          value={all ? 'all' : 'pressing'}
          onChange={value => {
            setAll(value === 'all')
            if (page !== 1) turn(1)
          }}
          data={[
            { value: 'pressing', label: t('tcos.dues.pressing') },
            { value: 'all', label: t('tcos.dues.all') },
          ]}
        />
      </div>
      <PagedTable
        label={t('tcos.tab.dues')}
        pageQuery={duesQuery}
        page={page}
        onTurn={turn}
        rowKey={row => `${row.vehicle_id} ${row.type_id}`}
        empty={{
          icon: IconCalendarCheck,
          title: t(all ? 'tcos.dues.none' : 'tcos.dues.none_pressing'),
          text: t('tcos.dues.none_text'),
        }}
        columns={columns}
      />
    </>
  )
}
