// The reports of the company, newest first, with their progress and actions, and the button for a new one.
import { query } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadingList } from '@flotta/ui/LoadingRows.tsx'
import lists from '@flotta/ui/list.module.css'
import { NothingFound } from '@flotta/ui/NothingFound.tsx'
import { PageTitle } from '@flotta/ui/PageTitle.tsx'
import { Pagination } from '@flotta/ui/Pagination.tsx'
import { SearchField } from '@flotta/ui/resource/SearchField.tsx'
import { useReadMarks } from '@flotta/ui/resource/useReadMarks.ts'
import { useAddByAddress, useListAddress } from '@flotta/ui/resource/useRecords.ts'
import { useExistingPage } from '@flotta/ui/useExistingPage.ts'
import { Badge, Button } from '@mantine/core'
import { IconChecks, IconFileText } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { type Report, reportState, reports, requestReport, unreadCount } from '../contract.ts'
import { ReportsSearch } from './address.ts'
import { ReportButton } from './ReportButton.tsx'
import { ReportLine } from './ReportLine.tsx'
import { ReportsTabs } from './ReportsTabs.tsx'
import { RequestReport } from './RequestReport.tsx'
import { reportReadMarks } from './read-marks.ts'
import classes from './reports.module.css'

/** ms between two polls; the live stream usually brings changes before. */
const POLL_MS = 10_000

export default function ReportsScreen() {
  const { t } = useTranslation()
  const address = useListAddress()
  const { page, search, turn } = address
  const list = useQuery({
    ...query(reports.list, { query: { page, search: search === '' ? undefined : search } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      page === 1 || state.data?.data.some(report => report.ready === reportState.pending)
        ? POLL_MS
        : false,
  })
  useExistingPage(page, list.data?.meta.total_pages, turn)
  const { mark, markAll } = useReadMarks(reportReadMarks)
  const [openId, setOpenId] = useState<number | null>(null)
  const items = list.data?.data
  return (
    <div className={`${lists.page} ${classes.page}`}>
      <ReportsTabs />
      <AskedReport />
      <ReportsHead onMarkAll={markAll}>
        <SearchField label={t('reports.search')} typed={address.typed} onType={address.type} />
      </ReportsHead>
      {items === undefined ? (
        <div className={lists.frame}>
          <LoadingList list={list} />
        </div>
      ) : items.length === 0 ? (
        <NoReports search={search} />
      ) : (
        <ReportList items={items} openId={openId} onOpen={setOpenId} onMark={mark} />
      )}
      <div className={lists.pages}>
        <Pagination page={page} pages={list.data?.meta.total_pages ?? 1} onChange={turn} />
      </div>
    </div>
  )
}

/** Opens the dialog where the address has `open=new`; the vehicle `v` is chosen. */
function AskedReport() {
  const may = useMay(requestReport)
  const { v } = ReportsSearch.parse(useSearch({ strict: false }))
  const [vehicle, setVehicle] = useState<number | null | undefined>(undefined)
  useAddByAddress(may, () => setVehicle(v ?? null))
  return (
    <RequestReport
      opened={vehicle !== undefined}
      chosen={vehicle ?? null}
      onClose={() => setVehicle(undefined)}
    />
  )
}

/** @param children the field that searches the list */
function ReportsHead({
  onMarkAll,
  children,
}: {
  readonly onMarkAll: () => Promise<unknown>
  readonly children: ReactNode
}) {
  const { t } = useTranslation()
  const { data: unread } = useQuery({ ...query(unreadCount, {}), refetchInterval: POLL_MS })
  const total = unread?.total ?? 0
  const confirmMarkAll = () =>
    void confirm({
      title: t('reports.mark_all_title', { count: total }),
      confirm: t('reports.mark_all'),
      color: 'blue',
      action: onMarkAll,
    })
  return (
    <header className={lists.head}>
      <div className={classes.title}>
        <PageTitle />
        {total > 0 && (
          <Badge variant="light" size="lg" tt="none" fw={550}>
            {t('reports.unread', { count: total })}
          </Badge>
        )}
      </div>
      {children}
      <Button
        variant="default"
        leftSection={<IconChecks size={16} aria-hidden />}
        disabled={total === 0}
        onClick={confirmMarkAll}
      >
        {t('reports.mark_all')}
      </Button>
      <ReportButton variant="filled" />
    </header>
  )
}

function NoReports({ search }: { readonly search: string }) {
  const { t } = useTranslation()
  const mayRequest = useMay(requestReport)
  return (
    <div className={lists.frame}>
      {search === '' ? (
        <Empty
          icon={IconFileText}
          title={t('reports.none')}
          text={t(mayRequest ? 'reports.none_text' : 'reports.none_text_view')}
          action={<ReportButton variant="light" />}
        />
      ) : (
        <NothingFound search={search} />
      )}
    </div>
  )
}

/** The reports of a page; one at most is unfolded, and unfolding marks it as read. */
function ReportList({
  items,
  openId,
  onOpen,
  onMark,
}: {
  readonly items: readonly Report[]
  readonly openId: number | null
  readonly onOpen: (id: number | null) => void
  readonly onMark: (id: number) => void
}) {
  const { t } = useTranslation()
  const toggle = (report: Report) => {
    onOpen(openId === report.id ? null : report.id)
    if (report.read_at === null && report.ready !== reportState.pending) onMark(report.id)
  }
  return (
    <ul className={`${lists.frame} ${lists.lines}`} aria-label={t('reports.title')}>
      {items.map(report => (
        <ReportLine
          key={report.id}
          report={report}
          open={openId === report.id}
          onToggle={() => toggle(report)}
          onMark={() => onMark(report.id)}
        />
      ))}
    </ul>
  )
}
