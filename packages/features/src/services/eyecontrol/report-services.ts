// What opens the part of eyecontrol in reports, and its place there.
import type { ReportService } from '@flotta/core/report-service.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

export const eyecontrolReport: ReportService = {
  service: 'eyecontrol',
  agreements: [agreement.eyecontrol],
  order: 100,
}
