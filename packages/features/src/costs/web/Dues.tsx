// What is to be done again on which vehicle, the most pressing first.
import { query } from '@flotta/ui/api.ts'
import { Badge, SegmentedControl } from '@mantine/core'
import { IconCalendarCheck } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DueCost, dues } from '../contract.ts'
import { PagedTable } from './PagedTable.tsx'
import classes from './tcos.module.css'
import { addressOf, type Costs } from './useCosts.ts'
import { usePlace } from './usePlace.ts'
import { dayWord, leftWord, limitWord } from './words.ts'

const colors = { overdue: 'red', due: 'yellow', fine: 'gray' } as const satisfies Record<
  DueCost['state'],
  string
>

export default function Dues({ costs }: { readonly costs: Costs }) {
  const { t } = useTranslation()
  const { fleets, ready, period } = costs
  const { page, turn } = usePlace()
  const [all, setAll] = useState(false)
  const found = useQuery({
    ...query(dues, {
      query: { fleets, page, per_page: 50, state: all ? undefined : 'overdue,due' },
    }),
    enabled: ready,
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <div className={classes.partBar}>
        <h2>{t('costs.tab.dues')}</h2>
        <SegmentedControl
          aria-label={t('costs.dues.shown')}
          value={all ? 'all' : 'pressing'}
          onChange={value => {
            setAll(value === 'all')
            if (page !== 1) turn(1)
          }}
          data={[
            { value: 'pressing', label: t('costs.dues.pressing') },
            { value: 'all', label: t('costs.dues.all') },
          ]}
        />
      </div>
      <PagedTable
        label={t('costs.tab.dues')}
        asked={found}
        page={page}
        onTurn={turn}
        rowKey={row => `${row.vehicle_id} ${row.type_id}`}
        empty={{
          icon: IconCalendarCheck,
          title: t(all ? 'costs.dues.none' : 'costs.dues.none_pressing'),
          text: t('costs.dues.none_text'),
        }}
        columns={[
          {
            label: t('costs.dues.state'),
            wide: true,
            show: row => (
              <Badge variant="light" color={colors[row.state]} tt="none" fw={550} miw="max-content">
                {t(`costs.due_state.${row.state}`)}
              </Badge>
            ),
          },
          {
            label: t('costs.vehicle'),
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
          { label: t('costs.type'), show: row => row.type_name },
          {
            label: t('costs.dues.left'),
            show: row => (
              <span className={classes.left} data-state={row.state}>
                {leftWord(row)}
              </span>
            ),
          },
          { label: t('costs.dues.limit'), show: limitWord, figure: true, wide: true },
          { label: t('costs.last'), show: row => dayWord(row.last_date), figure: true, wide: true },
        ]}
      />
    </>
  )
}
