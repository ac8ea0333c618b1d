// Every part of reports, found in the `report.ts` of its owner's folder.
import type { ReportPart } from '@flotta/platform/report.ts'

const partsByFile = import.meta.glob<readonly ReportPart[]>('../../[a-z]*/[a-z]*/report.ts', {
  eager: true,
  import: 'reports',
})
const allParts = Object.values(partsByFile).flat()
/** The parts by the names of their services. */
export const reportParts: ReadonlyMap<string, ReportPart> = new Map(
  allParts.map(part => [part.service, part]),
)
if (reportParts.size < allParts.length) throw new Error('two parts of a report share a service')
