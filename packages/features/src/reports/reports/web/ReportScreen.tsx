// The viewer of a report: a temperature report as its PDF, others as a grid of their sheets (reports.71, reports.72).

import { ApiError, callFile, query } from '@flotta/ui/api.ts'
import { LoadError } from '@flotta/ui/LoadError.tsx'
import lists from '@flotta/ui/list.module.css'
import { PageTitle } from '@flotta/ui/PageTitle.tsx'
import { useReadMarks } from '@flotta/ui/resource/useReadMarks.ts'
import { SkeletonRows } from '@flotta/ui/SkeletonRows.tsx'
import { Button, Menu, Tabs } from '@mantine/core'
import { IconArrowLeft, IconChevronDown, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../../../account.tsx'
import {
  downloadReport as downloadOf,
  type Report,
  type ReportJson,
  reportJson,
  reportState,
  reports,
} from '../contract.ts'
import { ReportSearch } from './address.ts'
import { FoldableSheet } from './grid/FoldableSheet.tsx'
import { reportReadMarks } from './read-marks.ts'
import classes from './reports.module.css'
import { useDownload, useNoData, usualFormat } from './useDownload.ts'
import { useReportWords } from './words.ts'

/** ms between two polls; the live stream usually brings changes before. */
const POLL_MS = 10_000
const isRefused = (error: Error | null): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500
const shouldRetry = (count: number, error: Error): boolean => count < 2 && !isRefused(error)

export default function ReportScreen() {
  const { r } = ReportSearch.parse(useSearch({ strict: false }))
  const noData = useNoData()
  const {
    data: report,
    error,
    refetch,
  } = useQuery({
    ...query(reports.one, { params: { id: r ?? 0 } }),
    enabled: r !== undefined,
    retry: shouldRetry,
    refetchInterval: ({ state }) => (state.data?.ready === reportState.pending ? POLL_MS : false),
  })
  const isMissing =
    r === undefined ||
    (report === undefined && isRefused(error)) ||
    (report !== undefined && report.ready !== reportState.pending && report.hash === null)
  useEffect(() => {
    if (isMissing) noData()
  }, [isMissing, noData])
  return (
    <div className={classes.viewer}>
      {report === undefined || isMissing ? (
        <>
          <PageTitle hidden />
          {error === null || isMissing ? (
            <SkeletonRows rows={10} />
          ) : (
            <LoadError error={error} onRetry={() => void refetch()} />
          )}
        </>
      ) : (
        <ReportViewer report={report} />
      )}
    </div>
  )
}

function ReportViewer({ report }: { readonly report: Report }) {
  const { t } = useTranslation()
  const { titleOf, periodOf } = useReportWords()
  const download = useDownload()
  const { mark } = useReadMarks(reportReadMarks)
  const { id, ready, read_at } = report
  const isReady = ready === reportState.ready
  useEffect(() => {
    if (isReady && read_at === null) mark(id)
  }, [isReady, read_at, id, mark])
  const usual = usualFormat(report)
  const otherFormat = usual === 'pdf' ? 'xlsx' : 'pdf'
  return (
    <>
      <header className={lists.head}>
        <div className={classes.about}>
          <Link to="/reports" className={classes.back}>
            <IconArrowLeft size={16} aria-hidden />
            {t('reports.title')}
          </Link>
          <PageTitle own={titleOf(report)} />
          <span className={classes.quiet}>{periodOf(report)}</span>
        </div>
        {isReady && (
          <Button.Group>
            <Button
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => void download(report)}
            >
              {t('reports.download_as', { format: usual.toUpperCase() })}
            </Button>
            <Menu position="bottom-end">
              <Menu.Target>
                <Button px={8} aria-label={t('reports.download_other')}>
                  <IconChevronDown size={16} aria-hidden />
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item
                  leftSection={<IconDownload size={16} aria-hidden />}
                  onClick={() => void download(report, otherFormat)}
                >
                  {t('reports.download_as', { format: otherFormat.toUpperCase() })}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </Button.Group>
        )}
      </header>
      {!isReady ? (
        <p role="status">{t('reports.in_progress')}</p>
      ) : usual === 'pdf' ? (
        <PdfViewer report={report} />
      ) : (
        <SheetsViewer report={report} />
      )}
    </>
  )
}

/** The PDF is embedded as a blob, because an address of its own would have to contain a token. */
function PdfViewer({ report: { id } }: { readonly report: Report }) {
  const { t } = useTranslation()
  const noData = useNoData()
  const { data, error } = useQuery({
    queryKey: [downloadOf.path, id],
    queryFn: ({ signal }) =>
      callFile(downloadOf, { params: { id }, query: { format: 'pdf' } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: shouldRetry,
  })
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (data === undefined) return
    const url = URL.createObjectURL(new Blob([data], { type: 'application/pdf' }))
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [data])
  useEffect(() => {
    if (error !== null) noData()
  }, [error, noData])
  return address === null ? (
    <SkeletonRows rows={12} />
  ) : (
    <iframe className={classes.pdf} src={address} title={t('reports.document')} />
  )
}

function SheetsViewer({ report: { id } }: { readonly report: Report }) {
  const { t } = useTranslation()
  const { timezone } = useAccount().customer
  const noData = useNoData()
  const { data, error } = useQuery({
    queryKey: [reportJson.path, id],
    queryFn: async ({ signal }): Promise<ReportJson> => {
      const file = await callFile(reportJson, { params: { id } }, signal)
      const body: { readonly data: ReportJson } = JSON.parse(await file.text())
      return body.data
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: shouldRetry,
  })
  useEffect(() => {
    if (error !== null) noData()
  }, [error, noData])
  const [chosenTab, choose] = useState('0')
  if (data === undefined) return <SkeletonRows rows={12} />
  const sheet = data.sheets[Number(chosenTab)]
  return (
    <>
      {data.sheets.length > 1 && (
        <Tabs value={chosenTab} onChange={value => value !== null && choose(value)}>
          <Tabs.List aria-label={t('reports.sheets')} className={classes.sheets ?? ''}>
            {data.sheets.map(({ name }, i) => (
              <Tabs.Tab key={name} value={String(i)}>
                {name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      )}
      {sheet !== undefined && <FoldableSheet key={chosenTab} sheet={sheet} zone={timezone} />}
    </>
  )
}
