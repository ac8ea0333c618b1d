// What opens the part of tandt in reports, and its place there.
import type { ReportService } from '@flotta/core/report-service.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

export const tandtReport: ReportService = {
  service: 'tandt',
  agreements: [agreement.tandt],
  order: 110,
}
