// Which agreements open the sheets of eyepower in reports, and where they stand in a report.
import type { ReportService } from '@flotta/core/report-service.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

export const eyepowerReport: ReportService = {
  service: 'eyepower',
  agreements: [agreement.eyepower],
  order: 70,
}
