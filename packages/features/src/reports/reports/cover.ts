// The last sheet of every report: how complete the data of each vehicle are.
import type {
  Cell,
  Item,
  ReportAsk,
  ReportPart,
  ReportVehicle,
  Sheet,
} from '@flotta/platform/report.ts'
import { vehicleCompleteness } from './vehicle-completeness.ts'
import type { ReportContext } from './writer.ts'

/** Gaps of a vehicle that are listed: the longest ones. */
const MAX_GAPS = 10
/** The key of the sheet that says how complete the data are. */
export const COMPLETENESS = 'completeness'

/**
 * The completeness of each vehicle's data, then every gap as a row.
 * @param onVehicle called with the number of vehicles that are done
 * @param parts the parts of the report. Where all of them measure their own completeness, the first one's is shown, else the share of records that were
 * received
 */
export async function* completenessSheets(
  ask: ReportAsk,
  context: ReportContext,
  parts: readonly ReportPart[],
  onVehicle: (vehicles: number) => void,
): AsyncGenerator<Sheet> {
  const completenessOfPart = parts.every(part => part.completeness !== undefined)
    ? parts[0]?.completeness
    : undefined
  const gaps: Cell[][] = []
  const receivedOf = async (vehicle: ReportVehicle) => {
    const received =
      completenessOfPart === undefined
        ? await shareFromRecords(ask, context, vehicle)
        : await shareFromParts(ask, context, vehicle, completenessOfPart)
    gaps.push(
      ...received.gaps.map(({ from, to }) => [vehicle.plate, from, to, (to - from) / 1_000]),
    )
    return received
  }
  yield {
    key: COMPLETENESS,
    name: { key: 'reports.file.completeness' },
    columns: [
      { key: 'vehicle', title: { key: 'reports.file.vehicle' }, format: 'text' },
      { key: 'type', title: { key: 'reports.file.vehicle_type' }, format: 'text' },
      { key: 'received', title: { key: 'reports.file.received' }, format: 'percent' },
      { key: 'gaps', title: { key: 'reports.file.gaps' }, format: 'count' },
      { key: 'silent', title: { key: 'reports.file.silent' }, format: 'duration' },
      { key: 'said', title: { key: 'reports.file.completeness_text' }, format: 'text' },
    ],
    items: () => coverItems(ask, context, receivedOf, onVehicle),
  }
  if (gaps.length > 0)
    yield {
      key: 'gaps',
      name: { key: 'reports.file.gaps' },
      // on paper the longest gaps stand below their vehicle
      paper: false,
      columns: [
        { key: 'vehicle', title: { key: 'reports.file.vehicle' }, format: 'text' },
        { key: 'from', title: { key: 'reports.column.from' }, format: 'instant' },
        { key: 'to', title: { key: 'reports.column.to' }, format: 'instant' },
        { key: 'duration', title: { key: 'reports.column.duration' }, format: 'duration' },
      ],
      async *items(): AsyncGenerator<Item> {
        for (const row of gaps) yield { row }
      },
    }
}

/** How complete the data of a vehicle are, in figures and words. */
interface ReceivedShare {
  /** Percent; null: no records were expected. */
  readonly share: number | null
  readonly gaps: readonly { readonly from: number; readonly to: number }[]
  readonly said: string
}
async function* coverItems(
  { vehicles, signal }: ReportAsk,
  { say }: ReportContext,
  receivedOf: (vehicle: ReportVehicle) => Promise<ReceivedShare>,
  onVehicle: (vehicles: number) => void,
): AsyncGenerator<Item> {
  for (const [i, reportVehicle] of vehicles.entries()) {
    signal.throwIfAborted()
    const { share, gaps, said } = await receivedOf(reportVehicle)
    const silent = gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0)
    const row: Cell[] = [
      reportVehicle.plate,
      say(`vehicles.type.${reportVehicle.vehicle_type}`),
      share,
      gaps.length,
      silent / 1_000,
      said,
    ]
    yield { row, ...(gaps.length > 0 && { marked: true }) }
    const longest = gaps.toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, MAX_GAPS)
    for (const gap of longest.toSorted((a, b) => a.from - b.from)) yield { gap: [gap.from, gap.to] }
    onVehicle(i + 1)
  }
}

async function shareFromRecords(
  { ctx, from, to }: ReportAsk,
  { say, formatter }: ReportContext,
  { vehicle }: ReportVehicle,
): Promise<ReceivedShare> {
  const completeness = await vehicleCompleteness(ctx, vehicle, from, to)
  if (completeness === null) return { share: null, gaps: [], said: say('reports.file.not_shared') }
  const { received, gaps } = completeness
  const count = gaps.length
  if (received === null)
    return { share: null, gaps, said: say('reports.file.did_not_drive', { count }) }
  // 100 is shown only where nothing is missing
  const share = count > 0 ? Math.min(received, 99.9) : received
  const percent = formatter.text(share, 'percent')
  return { share, gaps, said: say('reports.file.received_gaps', { percent, count }) }
}

async function shareFromParts(
  ask: ReportAsk,
  { say, formatter }: ReportContext,
  vehicle: ReportVehicle,
  completenessOf: NonNullable<ReportPart['completeness']>,
): Promise<ReceivedShare> {
  const completeness = await completenessOf(ask, vehicle)
  if (completeness === null) return { share: null, gaps: [], said: say('reports.file.not_shared') }
  const { parts, gaps, since } = completeness
  const sentences = [
    ...(parts.length === 0
      ? [say('reports.nothing')]
      : parts.map(({ label, percent }) => `${label} ${formatter.text(percent, 'percent')} %`)),
    ...(since === null
      ? []
      : [say('reports.file.no_device_before', { at: formatter.instant(since) })]),
  ]
  return {
    share: parts.length === 0 ? 0 : Math.min(...parts.map(({ percent }) => percent)),
    gaps,
    said: sentences.join(', '),
  }
}
