// Which agreements open the refrigeration unit's sheets in reports, and where they stand in a report.
import type { ReportService } from '@flotta/core/report-service.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

export const fridgeReport: ReportService = {
  service: 'eyecold_fridge',
  agreements: [agreement.eyecold, agreement.fridge],
  order: 30,
}
