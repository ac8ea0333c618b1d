// Builds a report: each part produces its items once, and every item goes into all files.
import type { Language } from '@flotta/core/languages.ts'
import type { Words } from '@flotta/core/problem.ts'
import type { Context } from '@flotta/platform/feature.ts'
import type { Item, ReportAsk, Sheet } from '@flotta/platform/report.ts'
import { visibleVehicle, visibleVehicles } from '../../fleet/access/vehicles.ts'
import { recordLook } from '../../fleet/privacy/queries.ts'
import type { ReportType } from './contract.ts'
import { completenessSheets } from './cover.ts'
import { ReportFileStore } from './files.ts'
import { valueFormatter } from './format.ts'
import { JsonFile } from './json-file.ts'
import { noteReportedVehicles } from './lapse.ts'
import { reportParts } from './parts.ts'
import { servicesOf } from './request.ts'
import { SheetWriter } from './sheet-writer.ts'
import type { ReportFile } from './tables.ts'
import { reportTypes, sheetsOf } from './types.ts'
import { reportVehicles } from './vehicles.ts'
import type { ReportContext } from './writer.ts'
import { XlsxFile } from './xlsx-file.ts'
import '../../people/customers/tables.ts'

/** A reason why a report cannot be made, in the reader's words; another attempt would fail too. */
export class ReportFault extends Error {
  readonly words: Words
  constructor(key: string) {
    super(key)
    this.words = { key }
  }
}

export interface PendingReport {
  readonly id: number
  readonly customer_id: number
  readonly type: ReportType
  readonly services: string
  readonly vehicle_id: number | null
  readonly vehicle_ids: readonly number[] | null
  readonly vehicle: string | null
  readonly period_from: Date
  readonly period_to: Date
  readonly language: Language
  readonly requested_by: number | null
}

/** Writes the files of a report. Throws `ReportFault`. */
export async function buildReport(
  ctx: Context,
  report: PendingReport,
  signal: AbortSignal,
  progress: (count: number, total: number) => void,
): Promise<void> {
  const ask = await reportAskOf(ctx, report, signal)
  const services = servicesOf(report.type, report.services.split(','))
  const all = { ...ask, vehicles: vehiclesWithAgreement(ask, services) }
  const sheets =
    all.vehicles.length === 0 && needAgreements(services)
      ? []
      : sheetsOf(report.type, services, reportParts, ask)
  if (sheets.length === 0) throw new ReportFault('reports.failed.agreement')

  // The certificate of a single vehicle is the first page and shows the completeness itself.
  const isOnePaper = sheets[0]?.paper === 'only' && all.vehicles.length === 1
  const context = await reportContextOf(ctx, report, ask, !isOnePaper)
  await noteReportedVehicles(
    ctx,
    report.id,
    all.vehicles.map(({ vehicle: { vehicle_id, owner, agreements } }) => ({
      vehicle_id,
      guest: !owner,
      agreements,
    })),
    partsOfServices(services),
    sheets.some(hasPlaces),
  )
  const storeOf = (file: ReportFile) =>
    new ReportFileStore(ctx.db, { customer_id: report.customer_id, report_id: report.id, file })
  // Loading the library takes a tenth of the server's start, so it is loaded with the first report.
  const { PdfFile } = await import('./pdf-file.ts')
  const writers = [
    new XlsxFile(context, report.language, storeOf('xlsx')),
    new PdfFile(context, storeOf('pdf')),
    new JsonFile(context, storeOf('json')),
  ]
  const sheetWriter = new SheetWriter(writers, context, signal)
  const sheetProgress = new SheetProgress(sheets.length, all.vehicles.length, progress)
  try {
    for (const sheet of sheets) {
      await sheetWriter.writeSheet(sheet, item => sheetProgress.note(item))
      sheetProgress.end()
    }
    const completeness = completenessSheets(all, context, partsOfServices(services), count =>
      sheetProgress.vehiclesDone(count),
    )
    for await (const sheet of completeness)
      await sheetWriter.writeSheet(isOnePaper ? { ...sheet, paper: false } : sheet)
    for (const writer of writers) await writer.finish(sheetWriter.summaries)
  } catch (error) {
    for (const writer of writers) writer.destroy(error as Error)
    throw error
  }
  await noteLooks(ctx, report, all, services)
}

const hasPlaces = ({ columns }: Sheet): boolean =>
  columns.some(({ key, format }) => key.startsWith('place') || format === 'latitude')
/** Records in the audit trail of looks each vehicle whose places the report contains, for the person who requested it. */
async function noteLooks(
  ctx: Context,
  { requested_by }: PendingReport,
  ask: ReportAsk,
  services: readonly string[],
): Promise<void> {
  const places = services.filter(service => reportParts.get(service)?.sheets(ask).some(hasPlaces))
  if (requested_by === null || places.length === 0) return
  for (const { vehicle } of vehiclesWithAgreement(ask, places))
    await recordLook(ctx, { user_id: requested_by }, vehicle, 'report', ask)
}

const partsOfServices = (services: readonly string[]) =>
  services.flatMap(service => reportParts.get(service) ?? [])
const needAgreements = (services: readonly string[]): boolean =>
  partsOfServices(services).every(({ agreements }) => agreements.length > 0)
/** The vehicles on which one of the parts is open. */
function vehiclesWithAgreement(
  { vehicles }: ReportAsk,
  services: readonly string[],
): ReportAsk['vehicles'] {
  const parts = partsOfServices(services)
  return vehicles.filter(({ vehicle }) =>
    parts.some(
      ({ agreements }) =>
        agreements.length === 0 || agreements.some(id => vehicle.agreements.includes(id)),
    ),
  )
}

/** How far a report is: each sheet counts 100, and so does the completeness. */
class SheetProgress {
  readonly #total: number
  readonly #vehicles: number
  readonly #report: (count: number, total: number) => void
  #finishedSheets = 0
  #headings = 0

  constructor(sheets: number, vehicles: number, report: (count: number, total: number) => void) {
    this.#total = (sheets + 1) * 100
    this.#vehicles = Math.max(1, vehicles)
    this.#report = report
  }

  /** Counts headings: a sheet has one for each vehicle or day, and there is no better measure of progress. */
  note(item: Item): void {
    if ('heading' in item || 'pages' in item) this.vehiclesDone(this.#headings++)
  }
  /** Reports how many vehicles of the present sheet have been read. */
  vehiclesDone(count: number): void {
    const share = Math.min(95, (100 * count) / this.#vehicles)
    this.#report(this.#finishedSheets * 100 + share, this.#total)
  }
  end(): void {
    this.#finishedSheets++
    this.#headings = 0
    this.#report(this.#finishedSheets * 100, this.#total)
  }
}

/** The input of the parts, with what the customer may see now. */
async function reportAskOf(
  ctx: Context,
  report: PendingReport,
  signal: AbortSignal,
): Promise<ReportAsk> {
  const { customer_id, vehicle_id, vehicle_ids, language, period_from, period_to } = report
  const customer = await ctx.db
    .selectFrom('customers')
    .select(['timezone', 'configurations', 'deleted_at'])
    .where('id', '=', customer_id)
    .executeTakeFirstOrThrow()
  const vehicle =
    vehicle_id === null ? null : await visibleVehicle(vehicle_id, { customer_id }, ctx)
  if (customer.deleted_at !== null || (vehicle_id !== null && vehicle === null))
    throw new ReportFault('reports.failed.vehicle')
  const all = vehicle === null ? await visibleVehicles(ctx, customer_id) : [vehicle]
  const vehicles = vehicle_ids === null ? all : all.filter(v => vehicle_ids.includes(v.vehicle_id))
  return {
    ctx,
    customer_id,
    requested_by: report.requested_by,
    vehicle_id,
    language,
    timezone: customer.timezone,
    from: period_from.getTime(),
    to: period_to.getTime(),
    vehicles: await reportVehicles(ctx, customer_id, vehicles),
    signal,
  }
}

async function reportContextOf(
  ctx: Context,
  report: PendingReport,
  { from, to, timezone }: ReportAsk,
  hasTitlePage: boolean,
): Promise<ReportContext> {
  const { type, language, customer_id, vehicle } = report
  const words = (text: Words) => ctx.say(language, text)
  const say: ReportContext['say'] = (key, values = {}) => words({ key, values })
  const telling = valueFormatter(language, timezone, [
    say('reports.file.yes'),
    say('reports.file.no'),
  ])
  const { name } = await ctx.db
    .selectFrom('customers')
    .select('name')
    .where('id', '=', customer_id)
    .executeTakeFirstOrThrow()
  const context = {
    formatter: telling,
    title: say(`reports.type.${type}`),
    about: vehicle ?? say('reports.file.all_vehicles'),
    hasTitlePage,
    customer: name,
    period: telling.period(from, to),
    zone: timezone,
    language,
    now: ctx.now(),
    say,
    words,
  }
  return { ...context, facts: await reportFacts(ctx, report, context) }
}

async function reportFacts(
  ctx: Context,
  { type, requested_by, services }: PendingReport,
  { say, title, about, customer, period, zone, formatter }: Omit<ReportContext, 'facts'>,
): Promise<ReportContext['facts']> {
  const user =
    requested_by === null
      ? undefined
      : await ctx.db
          .selectFrom('users')
          .select('name')
          .where('id', '=', requested_by)
          .executeTakeFirst()
  const contents =
    reportTypes[type].services === 'asked'
      ? services.split(',').map(service => say(`reports.service.${service.replace('.', '_')}`))
      : [title]
  return [
    [say('reports.file.customer'), customer],
    [say('reports.file.vehicle'), about],
    [say('reports.file.contents'), [...new Set(contents)].join(', ')],
    [say('reports.file.period'), period],
    [say('reports.file.zone'), zone],
    [say('reports.file.requested_by'), user?.name ?? say('reports.file.schedule')],
    [say('reports.file.made'), formatter.instant(ctx.now())],
  ]
}
