// The agreements that open each service of a report: any one of them is enough, and an empty list needs none. They equal those of the parts, which screens cannot import; services/reports.test.ts compares the two.
import { agreement } from '../../../fleet/agreements/contract.ts'
import { isActive } from '../../../fleet/agreements/rules.ts'
import type { ReportType } from '../contract.ts'
import { type reportServices, reportTypes } from '../types.ts'

export type ReportService = (typeof reportServices)[number]
export const agreementsByService = {
  eyegeo: [agreement.eyegeo],
  eyecold: [agreement.eyecold, agreement.fridge],
  eyecold_fridge: [agreement.eyecold, agreement.fridge],
  eyedoor: [agreement.eyedoor],
  eyefuel: [agreement.eyefuel],
  eyeway: [agreement.eyeway],
  eyepower: [agreement.eyepower],
  eyesafe_ignition: [agreement.eyesafe_ignition],
  eyesafe_lock: [agreement.eyesafe_lock],
  eyecontrol: [agreement.eyecontrol],
  tandt: [agreement.tandt],
  eyeservice: [
    agreement.eyeservice,
    agreement.fridge_service,
    agreement.fgas,
    agreement.recorder,
    agreement.maintenance,
    agreement.expenses,
  ],
  carbontax: [agreement.carbontax],
  'drivers.report': [],
  'tco.report': [],
  // services of one type alone
  temp: [agreement.eyecold, agreement.fridge, agreement.recorder],
  stays: [agreement.eyegeo],
  ignition_events: [agreement.eyesafe_ignition],
  ignition_trips: [agreement.eyesafe_ignition],
} as const satisfies Readonly<
  Record<ReportService, readonly number[]> & Record<string, readonly number[]>
>
const agreementsOf: Readonly<Record<string, readonly number[]>> = agreementsByService

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
  const opens = agreementsOf[service] ?? []
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
