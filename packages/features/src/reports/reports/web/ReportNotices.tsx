// Tells the person who requested a report that it is being made, ready or failed, on whatever screen they are. It is mounted once, in the frame.
import { query } from '@flotta/ui/api.ts'
import { session } from '@flotta/ui/session.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type Report, reportState, reports } from '../contract.ts'
import { useDownload } from './useDownload.ts'
import { endWaiting, resumeWaiting, useWaiting } from './waiting.ts'
import { useReportWords } from './words.ts'

/** ms between two polls; the live stream usually brings changes before. */
const POLL_MS = 10_000

export function ReportNotices() {
  const waiting = useWaiting()
  useEffect(resumeWaiting, [])
  useEffect(
    () => session.subscribe(() => !session.snapshot().signedIn && waiting.forEach(endWaiting)),
    [waiting],
  )
  return waiting.map(id => <AwaitedReport key={id} id={id} />)
}

function AwaitedReport({ id }: { readonly id: number }) {
  const { data: report, error } = useQuery({
    ...query(reports.one, { params: { id } }),
    refetchInterval: POLL_MS,
  })
  const tell = useReportToast()
  useEffect(() => {
    // The report has been removed.
    if (error !== null) return endWaiting(id)
    if (report === undefined || report.ready === reportState.pending) return
    endWaiting(id)
    tell(report)
  }, [id, report, error, tell])
  return null
}

/** Shows the state of a report as a toast. */
export function useReportToast(): (report: Report) => void {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const download = useDownload()
  const { titleOf } = useReportWords()
  return report => {
    const id = `report-${report.id}`
    if (report.ready === reportState.pending)
      toast.info(t('reports.in_progress'), { id, title: titleOf(report) })
    else if (report.ready === reportState.failed)
      toast.info(t('reports.went_wrong'), { id, title: titleOf(report) })
    else
      toast.report(t('reports.is_ready'), {
        id,
        title: titleOf(report),
        action: [
          {
            label: t('reports.view'),
            onClick: () => void navigate({ to: '/report', search: { r: report.id } }),
          },
          { label: t('reports.download'), onClick: () => void download(report) },
        ],
      })
  }
}
