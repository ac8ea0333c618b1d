// What opens the part of maintenance and expenses in reports, and its place there.
import type { ReportService } from '@flotta/core/report-service.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { entryTypes } from './rules.ts'

export const eyeserviceReport: ReportService = {
  service: 'eyeservice',
  agreements: [agreement.eyeservice, ...entryTypes.map(type => type.agreement_id)],
  order: 120,
}
