// What opens the part of eyeway in reports, and its place there.
import type { ReportService } from '@flotta/core/report-service.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

export const eyewayReport: ReportService = {
  service: 'eyeway',
  agreements: [agreement.eyeway],
  order: 60,
}
