// Which services and types of reports have data of a vehicle, by its agreements.
import { isActive } from '../../../fleet/agreements/rules.ts'
import type { ReportType } from '../contract.ts'
import { agreementsByService } from '../services.ts'
import { reportTypes } from '../types.ts'

interface HeldAgreement {
  readonly agreement_id: number
  readonly active_from: string
  readonly active_to: string | null
}
/** Whether a vehicle with these agreements has data of a service. */
export function isOffered(
  service: string,
  agreements: readonly HeldAgreement[],
  now: number,
): boolean {
  const opens = agreementsByService.get(service) ?? []
  return (
    opens.length === 0 || agreements.some(a => opens.includes(a.agreement_id) && isActive(a, now))
  )
}

/** The most requested types come first. */
const TYPE_ORDER: readonly ReportType[] = [
  'master',
  'custom',
  'eyegeo',
  'stays',
  'temp',
  'eyefuel',
  'eyeway',
  'tandt',
  'ignition_events',
  'ignition_trips',
  'drivers',
  'tco',
]
/** The types that have data of a vehicle; without its agreements all types. */
export function offeredTypes(
  agreements: readonly HeldAgreement[] | undefined,
  now: number,
): readonly ReportType[] {
  const hasData = (type: ReportType) => {
    const { services } = reportTypes[type]
    return (
      services === 'asked' ||
      agreements === undefined ||
      services.some(service => isOffered(service, agreements, now))
    )
  }
  return TYPE_ORDER.filter(hasData)
}

/** The key of a service in the texts, where a point has another meaning. */
export const serviceTextKey = (service: string): string => service.replace('.', '_')
