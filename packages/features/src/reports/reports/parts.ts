// Every part of a report, found by its owner's folder.
import type { ReportPart } from '@flotta/platform/report.ts'

const found = import.meta.glob<readonly ReportPart[]>('../../[a-z]*/[a-z]*/report.ts', {
  eager: true,
  import: 'reports',
})
const all = Object.values(found).flat()
/** By the word of its service (P §9). */
export const reportParts: ReadonlyMap<string, ReportPart> = new Map(
  all.map(part => [part.service, part]),
)
if (reportParts.size < all.length) throw new Error('two parts of a report share a service')
