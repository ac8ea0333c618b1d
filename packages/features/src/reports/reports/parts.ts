// Every part of a report, found by its owner's folder.
import type { ReportPart } from '@flotta/platform/report.ts'

const partsByFile = import.meta.glob<readonly ReportPart[]>('../../[a-z]*/[a-z]*/report.ts', {
  eager: true,
  import: 'reports',
})
const allParts = Object.values(partsByFile).flat()
/** By the word of its service (P §9). */
export const reportParts: ReadonlyMap<string, ReportPart> = new Map(
  allParts.map(part => [part.service, part]),
)
if (reportParts.size < allParts.length) throw new Error('two parts of a report share a service')
