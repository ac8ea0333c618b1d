// The costs in reports: every owner has this part.
import type { ReportService } from '@flotta/core/report-service.ts'

export const costsReport: ReportService = { service: 'tco.report', agreements: [], order: 150 }
