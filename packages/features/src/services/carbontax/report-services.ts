// What opens the part of carbontax in reports, and its place there.
import type { ReportService } from '@flotta/core/report-service.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

export const carbontaxReport: ReportService = {
  service: 'carbontax',
  agreements: [agreement.carbontax],
  order: 130,
}
