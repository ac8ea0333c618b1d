// Which agreements open the sheets of eyedoor in reports, and where they stand in a report.
import type { ReportService } from '@flotta/core/report-service.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

export const eyedoorReport: ReportService = {
  service: 'eyedoor',
  agreements: [agreement.eyedoor],
  order: 40,
}
