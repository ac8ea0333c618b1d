// What opens the part of eyedoor in reports, and its place there.
import type { ReportService } from '@flotta/core/report-service.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

export const eyedoorReport: ReportService = {
  service: 'eyedoor',
  agreements: [agreement.eyedoor],
  order: 40,
}
