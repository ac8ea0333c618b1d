// Which agreements open the sheets of eyeway in reports, and where they stand in a report.
import type { ReportService } from '@flotta/core/report-service.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

export const eyewayReport: ReportService = {
  service: 'eyeway',
  agreements: [agreement.eyeway],
  order: 60,
}
