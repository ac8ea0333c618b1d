// What opens the stays in areas in reports: a report of its own.
import type { ReportService } from '@flotta/core/report-service.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

export const staysReport: ReportService = { service: 'stays', agreements: [agreement.eyegeo] }
