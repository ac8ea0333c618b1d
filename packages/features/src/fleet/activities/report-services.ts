// The part of drivers in reports: every owner has it.
import type { ReportService } from '@flotta/core/report-service.ts'

export const driversReport: ReportService = {
  service: 'drivers.report',
  agreements: [],
  order: 140,
}
