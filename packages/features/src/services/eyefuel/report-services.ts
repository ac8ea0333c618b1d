// Which agreements open the sheets of eyefuel in reports, and where they stand in a report.
import type { ReportService } from '@flotta/core/report-service.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

export const eyefuelReport: ReportService = {
  service: 'eyefuel',
  agreements: [agreement.eyefuel],
  order: 50,
}
