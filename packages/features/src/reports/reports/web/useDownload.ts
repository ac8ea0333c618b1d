// Gives a report's file to the person. One that cannot be had is said so, and leads back to the list (P §8).
import { ApiError, callNamed } from '@flotta/ui/api.ts'
import { save } from '@flotta/ui/table/export.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadReport, type Report, type ReportFormat } from '../contract.ts'

/** What a type is looked at and downloaded as, where nothing else is asked for. */
export const usualFormat = ({ type }: Pick<Report, 'type'>): ReportFormat =>
  type === 'temp' ? 'pdf' : 'xlsx'

/** Says that there is nothing, and leads to the list. */
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
      // without a line it is there all the same
      if (error instanceof ApiError && error.status === 0) toast.failed(error)
      else noData()
    }
  }
}
