// Builds a report: its parts are asked for their items once, and every item goes into all files.
import type { Language } from '@flotta/core/languages.ts'
import type { Words } from '@flotta/core/problem.ts'
import type { Context } from '@flotta/platform/feature.ts'
import type { Item, ReportAsk, Sheet } from '@flotta/platform/report.ts'
import { WorkSlicer } from '@flotta/platform/work-slicer.ts'
import { visibleVehicle, visibleVehicles } from '../../fleet/access/vehicles.ts'
import { recordLook } from '../../fleet/privacy/queries.ts'
import type { ReportType } from './contract.ts'
import { coverOf } from './cover.ts'
import { ReportFileStore } from './files.ts'
import { unitOf, valueFormatter } from './format.ts'
import { JsonFile } from './json-file.ts'
import { noteReportedVehicles } from './lapse.ts'
import { reportParts } from './parts.ts'
import { PdfFile } from './pdf-file.ts'
import { servicesOf } from './request.ts'
import type { ReportFile } from './tables.ts'
import { reportTypes, sheetsOf } from './types.ts'
import { reportVehicles } from './vehicles.ts'
import type { ReportContext, SheetHead, Writer } from './writer.ts'
import { XlsxFile } from './xlsx-file.ts'
import '../../people/customers/tables.ts'

/** A reason why a report cannot be made, in the words for its reader; another attempt would fail as well. */
export class ReportFault extends Error {
  readonly words: Words
  constructor(key: string) {
    super(key)
    this.words = { key }
  }
}

/** Items of a sheet that decide how wide its columns are. */
const MEASURED_ITEMS = 200
const MAX_WIDTH = 60

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
  const context = await reportContextOf(ctx, report, ask)
  const services = servicesOf(report.type, report.services.split(','))
  const all = { ...ask, vehicles: vehiclesWithAgreement(ask, services) }
  const sheets =
    all.vehicles.length === 0 && needAgreements(services)
      ? []
      : sheetsOf(report.type, services, reportParts, ask)
  if (sheets.length === 0) throw new ReportFault('reports.failed.agreement')

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
  const writers = [
    new XlsxFile(context, report.language, storeOf('xlsx')),
    new PdfFile(context, storeOf('pdf')),
    new JsonFile(context, storeOf('json')),
  ]
  const sheetWriter = new SheetWriter(writers, context, signal)
  const sheetProgress = new SheetProgress(sheets.length, all.vehicles.length, progress)
  try {
    const intro = await reportIntro(ctx, report, context)
    const cover = coverOf(all, context, partsOfServices(services), count =>
      sheetProgress.vehiclesDone(count),
    )
    await sheetWriter.writeSheet(cover, intro)
    for (const sheet of sheets) {
      sheetProgress.begin()
      await sheetWriter.writeSheet(sheet, [], item => sheetProgress.note(item))
      sheetProgress.end()
    }
    for (const writer of writers) await writer.finish()
  } catch (error) {
    for (const writer of writers) writer.destroy(error as Error)
    throw error
  }
  await noteLooks(ctx, report, all, services)
}

const hasPlaces = ({ columns }: Sheet): boolean =>
  columns.some(({ key, format }) => key.startsWith('place') || format === 'latitude')
/** Notes a look at each vehicle whose places the report contains, for the person who requested it. */
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

/** How far a report is: the cover and each sheet count 100. */
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

  /** The cover is written: so many vehicles are read. */
  vehiclesDone(count: number): void {
    this.#report(Math.min(99, (100 * count) / this.#vehicles), this.#total)
  }
  begin(): void {
    this.#finishedSheets++
    this.#headings = 0
  }
  /** A sheet has a heading for each vehicle or day; there is no better measure of the progress. */
  note(item: Item): void {
    if (!('heading' in item)) return
    const share = Math.min(95, (100 * this.#headings++) / this.#vehicles)
    this.#report(this.#finishedSheets * 100 + share, this.#total)
  }
  end(): void {
    this.#report((this.#finishedSheets + 1) * 100, this.#total)
  }
}

/** Writes the items of sheets into all files, in one pass. */
class SheetWriter {
  readonly #writers: readonly Writer[]
  readonly #context: ReportContext
  readonly #signal: AbortSignal
  readonly #slicer = new WorkSlicer()

  constructor(writers: readonly Writer[], context: ReportContext, signal: AbortSignal) {
    this.#writers = writers
    this.#context = context
    this.#signal = signal
  }
  async writeSheet(
    sheet: Sheet,
    intro: SheetHead['intro'],
    onItem: (item: Item) => void = () => {},
  ): Promise<void> {
    const items = sheet.items()[Symbol.asyncIterator]()
    const sample: Item[] = []
    try {
      while (sample.length < MEASURED_ITEMS) {
        const { done, value } = await items.next()
        if (done === true) break
        sample.push(value)
      }
      const head = this.#headOf(sheet, intro, sample)
      for (const writer of this.#writers) await writer.begin(head)
      for (const item of sample) await this.#write(item, onItem)
      for (
        let next = sample.length < MEASURED_ITEMS ? null : await items.next();
        next !== null && next.done !== true;
        next = await items.next()
      )
        await this.#write(next.value, onItem)
      for (const writer of this.#writers) await writer.end()
    } finally {
      await items.return?.()
    }
  }
  async #write(item: Item, onItem: (item: Item) => void): Promise<void> {
    onItem(item)
    for (const writer of this.#writers) {
      const full = writer.item(item)
      if (full !== undefined) await full
    }
    if (!this.#slicer.due) return
    await this.#slicer.nextSlice()
    this.#signal.throwIfAborted()
  }
  #headOf(
    { name, columns, paper }: Sheet,
    intro: SheetHead['intro'],
    sample: readonly Item[],
  ): SheetHead {
    const { words, formatter } = this.#context
    const titledColumns = columns.map(({ key, title, format, paper }) => ({
      key,
      title: words(title),
      unit: unitOf(format),
      format,
      paper: paper !== false,
    }))
    const widths = titledColumns.map(({ title, unit }) =>
      longestWord(unit === null ? title : `${title} (${unit})`),
    )
    for (const item of sample) {
      const cells = 'row' in item ? item.row : 'total' in item ? item.total : []
      for (const [i, { format }] of columns.entries())
        widths[i] = Math.max(widths[i] ?? 0, formatter.text(cells[i] ?? null, format).length)
      if ('total' in item) widths[0] = Math.max(widths[0] ?? 0, words(item.label).length)
    }
    for (const [label, value] of intro) {
      widths[0] = Math.max(widths[0] ?? 0, label.length)
      widths[1] = Math.max(widths[1] ?? 0, Math.min(30, value.length))
    }
    return {
      name: words(name),
      columns: titledColumns.map((column, i) => ({
        ...column,
        width: Math.min(MAX_WIDTH, Math.max(6, widths[i] ?? 0)),
      })),
      paper: paper !== false,
      intro,
    }
  }
}
/** A title may have two lines. */
const longestWord = (title: string): number =>
  Math.max(...title.split(' ').map(word => word.length), Math.ceil(title.length / 2) + 2)

/** The question to the parts, with what the customer may see now. */
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
    vehicle_id,
    language,
    timezone: customer.timezone,
    from: period_from.getTime(),
    to: period_to.getTime(),
    vehicles: await reportVehicles(ctx, customer_id, vehicles),
    addresses: customer.configurations.geocoding_general_report_active === '1',
    signal,
  }
}

async function reportContextOf(
  ctx: Context,
  { type, language, customer_id }: PendingReport,
  { from, to, timezone }: ReportAsk,
): Promise<ReportContext> {
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
  return {
    formatter: telling,
    title: say(`reports.type.${type}`),
    customer: name,
    period: telling.period(from, to),
    zone: timezone,
    language,
    now: ctx.now(),
    say,
    words,
  }
}

async function reportIntro(
  ctx: Context,
  { type, requested_by, vehicle, services }: PendingReport,
  { say, title, customer, period, zone, formatter }: ReportContext,
): Promise<SheetHead['intro']> {
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
    [say('reports.file.vehicle'), vehicle ?? say('reports.file.all_vehicles')],
    [say('reports.file.contents'), [...new Set(contents)].join(', ')],
    [say('reports.file.period'), period],
    [say('reports.file.zone'), zone],
    [say('reports.file.requested_by'), user?.name ?? say('reports.file.schedule')],
    [say('reports.file.made'), formatter.instant(ctx.now())],
  ]
}
