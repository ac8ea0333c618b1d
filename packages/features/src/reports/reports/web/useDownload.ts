// Downloads the file of a report. If there is none, a toast says so and the list opens.
import { ApiError, callNamed } from '@flotta/ui/api.ts'
import { save } from '@flotta/ui/table/export.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadReport, type Report, type ReportFormat } from '../contract.ts'

/** The default format of a type. */
export const usualFormat = ({ type }: Pick<Report, 'type'>): ReportFormat =>
  type === 'temp' ? 'pdf' : 'xlsx'

/** Shows a toast that there are no data, and opens the list. */
export function useNoData(): () => void {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return useCallback(() => {
    toast.error(t('reports.no-data'), { id: 'no-report' })
    void navigate({ to: '/reports' })
  }, [t, navigate])
}

export function useDownload(): (
  report: Pick<Report, 'id' | 'type'>,
  format?: ReportFormat,
) => Promise<void> {
  const noData = useNoData()
  return async (report, format = usualFormat(report)) => {
    try {
      const { file, name } = await callNamed(downloadReport, {
        params: { id: report.id },
        query: { format },
      })
      save(file, name ?? `${report.type}-${report.id}.${format}`)
    } catch (error) {
      // without a connection the file may still exist
      if (error instanceof ApiError && error.status === 0) toast.failed(error)
      else noData()
    }
  }
}
