// Which agreements open the temperatures in reports: as a part among others, and as a report of their own.
import type { ReportService } from '@flotta/core/report-service.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { temperatureAgreements } from '../../services/eyecold/kinds.ts'

export const temperatureReport: ReportService = {
  service: 'temp',
  agreements: temperatureAgreements,
}
export const eyecoldReport: ReportService = {
  service: 'eyecold',
  agreements: [agreement.eyecold, agreement.fridge],
  order: 20,
}
