// The title of a report, and the words for its subject and period.
import { formatDateTime } from '@flotta/ui/texts.ts'
import { useTranslation } from 'react-i18next'
import type { Report } from '../contract.ts'
import { serviceTextKey } from './offer.ts'

type NamedReport = Pick<Report, 'type' | 'vehicle' | 'period_from' | 'period_to' | 'services'>
export function useReportWords() {
  const { t } = useTranslation()
  const aboutOf = ({ vehicle }: Pick<Report, 'vehicle'>): string =>
    vehicle ?? t('reports.file.all_vehicles')
  return {
    aboutOf,
    titleOf: (report: NamedReport): string =>
      `${t(`reports.type.${report.type}`)} · ${aboutOf(report)}`,
    periodOf: ({ period_from, period_to }: NamedReport): string =>
      `${formatDateTime(period_from)} – ${formatDateTime(period_to)}`,
    servicesOf: ({ services }: NamedReport): string =>
      services
        .split(',')
        .filter(service => service !== '')
        .map(service => t(`reports.service.${serviceTextKey(service)}`))
        .join(', '),
  }
}
