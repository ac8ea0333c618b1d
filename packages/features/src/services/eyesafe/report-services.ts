// Which agreements open the sheets of starter and lock in reports, and where they stand in a report.
import type { ReportService } from '@flotta/core/report-service.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

const ofIgnition = [agreement.eyesafe_ignition]

export const ignitionReport: ReportService = {
  service: 'eyesafe_ignition',
  agreements: ofIgnition,
  order: 80,
}
export const lockReport: ReportService = {
  service: 'eyesafe_lock',
  agreements: [agreement.eyesafe_lock],
  order: 90,
}
export const ignitionEventsReport: ReportService = {
  service: 'ignition_events',
  agreements: ofIgnition,
}
export const ignitionTripsReport: ReportService = {
  service: 'ignition_trips',
  agreements: ofIgnition,
}
