// What opens the part of eyepower in reports, and its place there.
import type { ReportService } from '@flotta/core/report-service.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

export const eyepowerReport: ReportService = {
  service: 'eyepower',
  agreements: [agreement.eyepower],
  order: 70,
}
