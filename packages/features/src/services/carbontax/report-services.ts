// Which agreements open the sheets of carbontax in reports, and where they stand in a report.
import type { ReportService } from '@flotta/core/report-service.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

export const carbontaxReport: ReportService = {
  service: 'carbontax',
  agreements: [agreement.carbontax],
  order: 130,
}
