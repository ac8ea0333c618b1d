// Which agreements open the sheets of eyecontrol in reports, and where they stand in a report.
import type { ReportService } from '@flotta/core/report-service.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

export const eyecontrolReport: ReportService = {
  service: 'eyecontrol',
  agreements: [agreement.eyecontrol],
  order: 100,
}
