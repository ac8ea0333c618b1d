// The report of temperatures: as PDF the certificate of each vehicle (the first page of a receipt) and its values; in other files the tables of the register.
import { Problem } from '@flotta/core/problem.ts'
import { instantOf } from '@flotta/core/time.ts'
import type { Item, ReportAsk, ReportPart, ReportVehicle, Sheet } from '@flotta/platform/report.ts'
import { hasRegister } from '../register/coverage.ts'
import { extractOf, type RegisterExtract, signReceipt } from '../register/queries.ts'
import {
  completenessOf,
  excursionsSheet,
  figuresSheet,
  momentsSheet,
  readTemperatures,
} from '../register/report.ts'
import { temperatureReport } from '../register/report-services.ts'
import type { Certificate } from './contract.ts'
import { drawCertificate } from './pdf.ts'
import { printVehicle, receiptCompany } from './queries.ts'
import { verdictWords } from './verdict.ts'

/** The most values that the certificates of a report print together; the spreadsheet has all. */
const MAX_VALUES = 20_000

/** The number and the address of a signed receipt; null: the vehicle has no register, or the server has no key to sign with. */
async function proofOf(
  { ctx, customer_id, requested_by }: ReportAsk,
  { vehicle }: ReportVehicle,
  extract: RegisterExtract,
) {
  if (!(await hasRegister(ctx, vehicle))) return null
  try {
    return await signReceipt(ctx, { customer_id, user_id: requested_by }, vehicle, extract)
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

async function certificateOf(ask: ReportAsk, vehicle: ReportVehicle): Promise<Certificate> {
  const { ctx, customer_id, timezone, from, to } = ask
  const extract = await extractOf(await readTemperatures(ask, vehicle), { from, to })
  const [proof, company, named] = await Promise.all([
    proofOf(ask, vehicle, extract),
    receiptCompany(ctx, customer_id),
    printVehicle(ctx, customer_id, vehicle.vehicle),
  ])
  return {
    company,
    vehicle: named,
    period_from: instantOf(from),
    period_to: instantOf(extract.to),
    timezone,
    issued_at: instantOf(proof?.issued_at ?? ctx.now()),
    ...extract.register,
    short_code: proof?.short_code ?? null,
    url: proof?.url ?? null,
  }
}

const certificateSheet = (ask: ReportAsk): Sheet => ({
  key: 'temp_certificate',
  name: { key: 'printing.certificate.title' },
  paper: 'only',
  columns: [],
  async *items(): AsyncIterable<Item> {
    const { ctx, language, signal } = ask
    const say = (key: string, values = {}) => ctx.say(language, { key, values })
    let values = 0
    for (const vehicle of ask.vehicles) {
      signal.throwIfAborted()
      const certificate = await certificateOf(ask, vehicle)
      values += certificate.rows.length
      const hasValues = values <= MAX_VALUES
      const { headline, details } = verdictWords(certificate)
      const note = [headline, ...details].map(words => ctx.say(language, words)).join(' · ')
      yield {
        pages: {
          title: vehicle.plate,
          note,
          draw: paper => drawCertificate(paper, certificate, language, say, hasValues),
        },
      }
    }
  },
})

export const reports: readonly ReportPart[] = [
  {
    ...temperatureReport,
    sheets: ask => [
      certificateSheet(ask),
      ...[figuresSheet, excursionsSheet, momentsSheet].map(sheetFor => ({
        ...sheetFor(ask),
        paper: false as const,
      })),
    ],
    completeness: completenessOf,
  },
]
