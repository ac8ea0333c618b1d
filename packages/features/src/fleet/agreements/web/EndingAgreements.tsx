// The agreements of all services that end soon, as a table, the first to end first.
import { call } from '@flotta/ui/api.ts'
import { now } from '@flotta/ui/clock.ts'
import { LoadedRows } from '@flotta/ui/resource/LoadedRows.tsx'
import type { Column } from '@flotta/ui/table/columns.ts'
import { DataTable } from '@flotta/ui/table/DataTable.tsx'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { Badge } from '@mantine/core'
import { IconFileCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type AgreementSummary, type AgreementVehicle, agreementVehicles } from '../contract.ts'
import { agreementColor } from '../rules.ts'
import classes from './agreements.module.css'

/** Agreements that one call reads, the first to end first. */
const AT_ONCE = 100

interface EndingRow extends AgreementVehicle {
  readonly agreement_id: number
  readonly color: ReturnType<typeof agreementColor>
}

const isEnding = (color: EndingRow['color']): boolean => color === 'yellow' || color === 'red'

/** The vehicles of a service whose agreement ends within the warning period, read page by page until one ends later. */
async function endingOf(
  agreement_id: number,
  search: string,
  signal: AbortSignal,
): Promise<EndingRow[]> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const ending: EndingRow[] = []
  for (let page = 1; ; page++) {
    const { data, meta } = await call(
      agreementVehicles,
      {
        params: { id: agreement_id },
        query: { page, per_page: AT_ONCE, search: search === '' ? undefined : search },
      },
      signal,
    )
    const rows = data.map(vehicle => ({
      ...vehicle,
      agreement_id,
      color: agreementColor(vehicle, now(), zone),
    }))
    ending.push(...rows.filter(({ color }) => isEnding(color)))
    const last = rows.at(-1)
    if (last === undefined || page >= meta.total_pages || last.color === 'green') return ending
  }
}

/** The ending agreements of all services, the first to end first. */
function useEnding(agreements: readonly AgreementSummary[], search: string) {
  const ids = agreements.filter(({ vehicles }) => vehicles > 0).map(({ id }) => id)
  const {
    data: rows,
    error,
    refetch,
  } = useQuery({
    queryKey: [agreementVehicles.path, 'ending', ids, search],
    queryFn: async ({ signal }) =>
      (await Promise.all(ids.map(id => endingOf(id, search, signal))))
        .flat()
        .sort((a, b) => Date.parse(a.active_to ?? '') - Date.parse(b.active_to ?? '')),
    refetchInterval: 60_000,
  })
  return { rows, error, refetch }
}

const columnsOf = (t: TFunction): readonly Column<EndingRow>[] => [
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
]

export function EndingAgreements({
  agreements,
  search,
  bar,
}: {
  readonly agreements: readonly AgreementSummary[]
  readonly search: string
  /** The bar above the table, with the number of rows; null: not loaded yet. */
  readonly bar: (total: number | null) => ReactNode
}) {
  const { t } = useTranslation()
  const { rows, error, refetch } = useEnding(agreements, search)
  const columns = useMemo(() => columnsOf(t), [t])
  return (
    <>
      {bar(rows?.length ?? null)}
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
    </>
  )
}
