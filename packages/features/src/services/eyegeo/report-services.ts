// What opens the part of eyegeo in reports, and its place there.
import type { ReportService } from '@flotta/core/report-service.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

export const eyegeoReport: ReportService = {
  service: 'eyegeo',
  agreements: [agreement.eyegeo],
  order: 10,
}
