// What opens the part of eyefuel in reports, and its place there.
import type { ReportService } from '@flotta/core/report-service.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

export const eyefuelReport: ReportService = {
  service: 'eyefuel',
  agreements: [agreement.eyefuel],
  order: 50,
}
