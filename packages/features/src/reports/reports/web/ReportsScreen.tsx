// The reports of the company, newest first: how far each is, what can be done with it, and a new one (P §2 "Reports screens").

import { query } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadError } from '@flotta/ui/LoadError.tsx'
import lists from '@flotta/ui/list.module.css'
import { PageTitle } from '@flotta/ui/PageTitle.tsx'
import { Pagination } from '@flotta/ui/Pagination.tsx'
import { SearchField } from '@flotta/ui/resource/ListScreen.tsx'
import { useReadMarks } from '@flotta/ui/resource/useReadMarks.ts'
import { useListAddress } from '@flotta/ui/resource/useRecords.ts'
import { SkeletonRows } from '@flotta/ui/SkeletonRows.tsx'
import { Badge, Button } from '@mantine/core'
import { IconChecks, IconFileText, IconSearchOff } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { type Report, reportState, reports, requestReport, unreadCount } from '../contract.ts'
import { ReportButton } from './ReportButton.tsx'
import { ReportLine } from './ReportLine.tsx'
import { ReportsTabs } from './ReportsTabs.tsx'
import { reportReadMarks } from './read-marks.ts'
import classes from './reports.module.css'

/** The poll of P §4, ms; the stream is quicker. */
const POLL_MS = 10_000

export default function ReportsScreen() {
  const { t } = useTranslation()
  const address = useListAddress()
  const { page, search, turn } = address
  const mayAsk = useMay(requestReport)
  const list = useQuery({
    ...query(reports.list, { query: { page, search: search === '' ? undefined : search } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      page === 1 || state.data?.data.some(r => r.ready === reportState.pending) ? POLL_MS : false,
  })
  const { data: unread } = useQuery({ ...query(unreadCount, {}), refetchInterval: POLL_MS })
  const { mark, markAll } = useReadMarks(reportReadMarks)
  const [openId, setOpenId] = useState<number | null>(null)
  const toggle = (report: Report) => {
    setOpenId(openId === report.id ? null : report.id)
    if (report.read_at === null && report.ready !== reportState.pending) mark(report.id)
  }
  const items = list.data?.data
  const total = unread?.total ?? 0
  const all = () =>
    void confirm({
      title: t('reports.mark_all_title', { count: total }),
      confirm: t('reports.mark_all'),
      color: 'blue',
      action: markAll,
    })
  return (
    <div className={`${lists.page} ${classes.page}`}>
      <ReportsTabs />
      <header className={lists.head}>
        <div className={classes.title}>
          <PageTitle />
          {total > 0 && (
            <Badge variant="light" size="lg" tt="none" fw={550}>
              {t('reports.unread', { count: total })}
            </Badge>
          )}
        </div>
        <SearchField label={t('reports.search')} typed={address.typed} onType={address.type} />
        <Button
          variant="default"
          leftSection={<IconChecks size={16} aria-hidden />}
          disabled={total === 0}
          onClick={all}
        >
          {t('reports.mark_all')}
        </Button>
        <ReportButton variant="filled" />
      </header>
      {items === undefined ? (
        <div className={lists.frame}>
          {list.error === null ? (
            <SkeletonRows rows={8} height={56} />
          ) : (
            <LoadError error={list.error} onRetry={() => void list.refetch()} />
          )}
        </div>
      ) : items.length === 0 ? (
        <div className={lists.frame}>
          {search === '' ? (
            <Empty
              icon={IconFileText}
              title={t('reports.none')}
              text={t(mayAsk ? 'reports.none_text' : 'reports.none_text_view')}
              action={<ReportButton variant="light" />}
            />
          ) : (
            <Empty
              icon={IconSearchOff}
              title={t('ui.list.nothing')}
              text={t('ui.list.nothing_text', { search })}
            />
          )}
        </div>
      ) : (
        <ul className={`${lists.frame} ${lists.lines}`} aria-label={t('reports.title')}>
          {items.map(report => (
            <ReportLine
              key={report.id}
              report={report}
              open={openId === report.id}
              onToggle={() => toggle(report)}
              onMark={() => mark(report.id)}
            />
          ))}
        </ul>
      )}
      <div className={lists.pages}>
        <Pagination page={page} pages={list.data?.meta.total_pages ?? 1} onChange={turn} />
      </div>
    </div>
  )
}
