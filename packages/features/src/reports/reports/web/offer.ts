// Which services a report can tell of, and on which vehicles: any one of the agreements opens it; none: nothing is needed. The same as the parts say, which screens do not know: services/reports.test.ts compares them.
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
  // of one type alone
  temp: [agreement.eyecold, agreement.fridge, agreement.recorder],
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
/** Whether a vehicle with these agreements has something to tell of a service. */
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

/** What is asked for most stands first. */
const TYPE_ORDER: readonly ReportType[] = [
  'master',
  'custom',
  'eyegeo',
  'temp',
  'eyefuel',
  'eyeway',
  'tandt',
  'ignition_events',
  'ignition_trips',
  'drivers',
  'tco',
]
/** The types that have something to tell of a vehicle; without its agreements all of them. */
export function offeredTypes(
  agreements: readonly HeldAgreement[] | undefined,
  now: number,
): readonly ReportType[] {
  const told = (type: ReportType) => {
    const { services } = reportTypes[type]
    return (
      services === 'asked' ||
      agreements === undefined ||
      services.some(service => isOffered(service, agreements, now))
    )
  }
  return TYPE_ORDER.filter(told)
}

/** Its word in the texts, where a point leads on. */
export const serviceTextKey = (service: string): string => service.replace('.', '_')
