// The agreements that end soon, of all services together, as a table: the first to end first.
import { call } from '@flotta/ui/api.ts'
import { LoadedRows } from '@flotta/ui/resource/LoadedRows.tsx'
import { type Column, DataTable } from '@flotta/ui/table/DataTable.tsx'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { useNow } from '@flotta/ui/ticker.ts'
import { Badge } from '@mantine/core'
import { IconFileCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type AgreementSummary, type AgreementVehicle, agreementVehicles } from '../contract.ts'
import { agreementColor } from '../rules.ts'
import classes from './agreements.module.css'

/** So many of each service are looked at; they come with the first to end first. */
const MOST = 100

interface EndingRow extends AgreementVehicle {
  readonly agreement_id: number
  readonly color: ReturnType<typeof agreementColor>
}

/** Of each service the vehicles whose agreement ends within the days of its warning. */
function useEnding(agreements: readonly AgreementSummary[], search: string) {
  const ids = agreements.filter(({ vehicles }) => vehicles > 0).map(({ id }) => id)
  const now = useNow(60)
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const { data, error, refetch } = useQuery({
    queryKey: [agreementVehicles.path, 'ending', ids, search],
    queryFn: ({ signal }) =>
      Promise.all(
        ids.map(async id => {
          const { data: vehicles } = await call(
            agreementVehicles,
            {
              params: { id },
              query: { per_page: MOST, search: search === '' ? undefined : search },
            },
            signal,
          )
          return vehicles.map(vehicle => ({ ...vehicle, agreement_id: id }))
        }),
      ),
  })
  const rows = useMemo(
    () =>
      data
        ?.flat()
        .map((row): EndingRow => ({ color: agreementColor(row, now, zone), ...row }))
        .filter(({ color }) => color === 'yellow' || color === 'red')
        .sort((a, b) => Date.parse(a.active_to ?? '') - Date.parse(b.active_to ?? '')),
    [data, now, zone],
  )
  return { rows, error, refetch }
}

export function EndingAgreements({
  agreements,
  search,
}: {
  readonly agreements: readonly AgreementSummary[]
  readonly search: string
}) {
  const { t } = useTranslation()
  const { rows, error, refetch } = useEnding(agreements, search)
  const columns = useMemo<readonly Column<EndingRow>[]>(
    () => [
      {
        key: 'plate',
        label: t('agreements.plate'),
        value: row => row.plate,
        show: row => (
          <Link to="/global-map" search={{ v: row.vehicle_id }} className={classes.plate}>
            {row.plate}
          </Link>
        ),
      },
      {
        key: 'service',
        label: t('agreements.service'),
        value: row => t(`agreements.name.${row.agreement_id}`),
        width: 2,
      },
      {
        key: 'active_from',
        label: t('agreements.from'),
        value: row => row.active_from,
        written: row => formatDateTime(row.active_from, 'date'),
        whole: true,
      },
      {
        key: 'active_to',
        label: t('agreements.to'),
        value: row => row.active_to,
        written: row => formatDateTime(row.active_to, 'date'),
        whole: true,
      },
      {
        key: 'state',
        label: t('agreements.state_word'),
        value: row => t(`agreements.state.${row.color}`),
        width: 1.4,
        show: row => (
          <Badge color={row.color} variant="light" tt="none">
            {t(`agreements.state.${row.color}`)}
          </Badge>
        ),
      },
    ],
    [t],
  )
  return (
    <LoadedRows
      rows={rows}
      error={error}
      onRetry={() => void refetch()}
      search={search}
      isFiltered={false}
      empty={{
        icon: IconFileCheck,
        title: t('agreements.none_ending'),
        text: t('agreements.none_ending_text'),
      }}
    >
      {some => <DataTable name="ending_agreements" columns={columns} rows={some} />}
    </LoadedRows>
  )
}
