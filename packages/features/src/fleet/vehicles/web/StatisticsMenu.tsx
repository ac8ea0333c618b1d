// How many vehicles of each type are connected, standing by or disconnected; read every 60 s.

import { query } from '@flotta/ui/api.ts'
import { BarPanel } from '@flotta/ui/BarPanel.tsx'
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { StatusDot } from '@flotta/ui/StatusDot.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { VehicleTypeIcon } from '@flotta/ui/VehicleTypeIcon.tsx'
import { Table } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Status, typesStatistics } from '../contract.ts'
import { VehicleType } from '../values.ts'
import classes from './StatisticsMenu.module.css'

/** In the order of reading: connected, standby, disconnected. */
const statusOrder: readonly Status[] = [1, 0, 2]

export function StatisticsMenu() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    ...query(typesStatistics, {}),
    refetchInterval: 60_000,
  })
  const total = (status: Status, type?: VehicleType): number =>
    (data ?? [])
      .filter(r => r.status === status && (type === undefined || r.vehicle_type === type))
      .reduce((sum, r) => sum + r.total, 0)
  const types = VehicleType.options.filter(type =>
    (data ?? []).some(r => r.vehicle_type === type && r.total > 0),
  )
  const face = (
    <span className={classes.totals}>
      {statusOrder.map(status => (
        <span key={status}>
          <StatusDot status={status} />
          {data === undefined ? '–' : formatNumber(total(status))}
        </span>
      ))}
    </span>
  )
  return (
    <BarPanel label={t('vehicles.statistics.title')} icon={IconChartBar} face={face} width={380}>
      {() => {
        if (data === undefined)
          return <LoadingRows error={error} onRetry={() => void refetch()} rows={4} />
        if (types.length === 0) return <Empty title={t('vehicles.statistics.none')} />
        return <StatisticsTable types={types} total={total} />
      }}
    </BarPanel>
  )
}

interface StatisticsTableProps {
  readonly types: readonly VehicleType[]
  readonly total: (status: Status, type: VehicleType) => number
}
function StatisticsTable({ types, total }: StatisticsTableProps) {
  const { t } = useTranslation()
  return (
    <Table verticalSpacing={6} horizontalSpacing="md" aria-label={t('vehicles.statistics.title')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('vehicles.statistics.type')}</Table.Th>
          {statusOrder.map(status => (
            <Table.Th key={status} ta="right">
              <StatusDot status={status} />
            </Table.Th>
          ))}
          <Table.Th ta="right">{t('vehicles.statistics.total')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {types.map(type => (
          <Table.Tr key={type}>
            <Table.Td>
              <span className={classes.type}>
                <VehicleTypeIcon type={type} />
                {t(`vehicles.type.${type}`)}
              </span>
            </Table.Td>
            {statusOrder.map(status => (
              <Table.Td key={status} ta="right">
                {formatNumber(total(status, type))}
              </Table.Td>
            ))}
            <Table.Td ta="right">
              <strong>
                {formatNumber(
                  statusOrder.reduce<number>((sum, status) => sum + total(status, type), 0),
                )}
              </strong>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
