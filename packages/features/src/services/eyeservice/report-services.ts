// Which agreements open the sheets of maintenance and expenses, and where they stand in a report.
import type { ReportService } from '@flotta/core/report-service.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { entryTypes } from './rules.ts'

export const eyeserviceReport: ReportService = {
  service: 'eyeservice',
  agreements: [agreement.eyeservice, ...entryTypes.map(type => type.agreement_id)],
  order: 120,
}
