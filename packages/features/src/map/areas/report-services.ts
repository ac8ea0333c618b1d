// Which agreements open the report of stays in areas.
import type { ReportService } from '@flotta/core/report-service.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

export const staysReport: ReportService = { service: 'stays', agreements: [agreement.eyegeo] }
