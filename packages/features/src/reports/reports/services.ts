// Every service of reports, found in the `report-services.ts` of its owner's folder. Screens and reports use the same list.
import type { ReportService } from '@flotta/core/report-service.ts'

const servicesByFile = import.meta.glob<Readonly<Record<string, ReportService>>>(
  '../../[a-z]*/[a-z]*/report-services.ts',
  { eager: true },
)
const allServices = Object.values(servicesByFile).flatMap(file => Object.values(file))
/** The agreements that open each service (reports.18): any one of them is enough, and an empty list needs none. */
export const agreementsByService: ReadonlyMap<string, readonly number[]> = new Map(
  allServices.map(({ service, agreements }) => [service, agreements]),
)
if (agreementsByService.size < allServices.length)
  throw new Error('two services of reports have one name')

/** The services that a request may name, in the order of their sheets (reports.18). */
export const reportServices: readonly string[] = allServices
  .flatMap(({ service, order }) => (order === undefined ? [] : [{ service, order }]))
  .sort((a, b) => a.order - b.order)
  .map(({ service }) => service)
