// What opens the refrigeration unit's part in reports, and its place there.
import type { ReportService } from '@flotta/core/report-service.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

export const fridgeReport: ReportService = {
  service: 'eyecold_fridge',
  agreements: [agreement.eyecold, agreement.fridge],
  order: 30,
}
