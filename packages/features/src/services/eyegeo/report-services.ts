// Which agreements open the sheets of eyegeo in reports, and where they stand in a report.
import type { ReportService } from '@flotta/core/report-service.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

export const eyegeoReport: ReportService = {
  service: 'eyegeo',
  agreements: [agreement.eyegeo],
  order: 10,
}
