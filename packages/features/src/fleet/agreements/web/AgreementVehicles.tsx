// The vehicles of one agreement with their periods and colours, page after page as they come into view.
import { call } from '@flotta/ui/api.ts'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { useRows } from '@flotta/ui/rows.ts'
import { usePhone } from '@flotta/ui/screen-size.ts'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { useNow } from '@flotta/ui/ticker.ts'
import { Badge } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type AgreementVehicle, agreementVehicles, archivedVehicles } from '../contract.ts'
import { agreementColor } from '../rules.ts'
import classes from './agreements.module.css'

const ROW_HEIGHT = 40
/** On a phone the period stands below the plate. */
const TWO_LINE_ROW_HEIGHT = 56
const PER_PAGE = 50
/** Most rows that a list shows without scrolling. */
const VISIBLE_ROWS = 8

export interface AgreementVehiclesProps {
  readonly agreement_id: number
  readonly total: number
  readonly search: string
  readonly past: boolean
}
export function AgreementVehicles(props: AgreementVehiclesProps) {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } =
    useVehiclePages(props)
  const rows = data?.pages.flatMap(p => p.data) ?? []
  const height = usePhone() ? TWO_LINE_ROW_HEIGHT : ROW_HEIGHT
  const box = useRef<HTMLDivElement>(null)
  const virtual = useRows({ box, count: rows.length, height })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const needsNextPage = hasNextPage && !isFetchingNextPage && last >= rows.length - VISIBLE_ROWS
  useEffect(() => {
    if (needsNextPage) void fetchNextPage()
  }, [needsNextPage, fetchNextPage])
  if (data === undefined)
    return (
      <LoadingRows
        error={error}
        onRetry={() => void refetch()}
        rows={Math.min(VISIBLE_ROWS, props.total)}
        height={height}
      />
    )
  return (
    <div ref={box} className={classes.box} style={{ maxHeight: height * (VISIBLE_ROWS + 0.5) }}>
      <ul className={classes.rows} style={{ height: virtual.getTotalSize() }}>
        {items.map(item => {
          const row = rows[item.index]
          return row === undefined ? null : (
            <li
              key={row.id}
              className={classes.row}
              style={{ height, transform: `translateY(${item.start}px)` }}
            >
              <Row row={row} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function useVehiclePages({ agreement_id, search, past }: AgreementVehiclesProps) {
  const endpoint = past ? archivedVehicles : agreementVehicles
  return useInfiniteQuery({
    queryKey: [endpoint.path, 'pages', agreement_id, search],
    queryFn: ({ pageParam, signal }) =>
      call(
        endpoint,
        {
          params: { id: agreement_id },
          query: {
            page: pageParam,
            per_page: PER_PAGE,
            search: search === '' ? undefined : search,
          },
        },
        signal,
      ),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) =>
      meta.current_page < meta.total_pages ? meta.current_page + 1 : undefined,
    placeholderData: keepPreviousData,
  })
}
function Row({ row }: { readonly row: AgreementVehicle }) {
  const { t } = useTranslation()
  const now = useNow(60)
  const color = agreementColor(row, now, Intl.DateTimeFormat().resolvedOptions().timeZone)
  const from = formatDateTime(row.active_from, 'date')
  return (
    <>
      <Link to="/global-map" search={{ v: row.vehicle_id }} className={classes.plate}>
        {row.plate}
      </Link>
      <span className={classes.period}>
        {from} –{' '}
        {row.active_to === null ? t('agreements.no_end') : formatDateTime(row.active_to, 'date')}
      </span>
      <Badge color={color} variant={color === 'gray' ? 'outline' : 'light'} tt="none">
        {t(`agreements.state.${color}`)}
      </Badge>
    </>
  )
}
