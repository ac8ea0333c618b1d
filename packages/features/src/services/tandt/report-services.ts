// Which agreements open the sheets of tandt in reports, and where they stand in a report.
import type { ReportService } from '@flotta/core/report-service.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

export const tandtReport: ReportService = {
  service: 'tandt',
  agreements: [agreement.tandt],
  order: 110,
}
