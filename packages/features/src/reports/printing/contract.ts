// The printing area: finding the vehicle of a scanned code, and the data of a temperature receipt.
import { ById, endpoint, FileReply, Id, Instant, requiredText } from '@flotta/core/contract.ts'
import { DAY } from '@flotta/core/time.ts'
import { z } from 'zod'
import { VehicleType } from '../../fleet/vehicles/values.ts'
import { temperatureAgreements } from '../../services/eyecold/kinds.ts'
import { Register } from '../register/contract.ts'

export const PrintVehicle = z.object({
  id: Id,
  plate: z.string(),
  serial: z.string().nullable(),
  model: z.string().nullable(),
  unit_code: z.string().nullable(),
  vehicle_type: VehicleType,
})
export type PrintVehicle = z.infer<typeof PrintVehicle>

/** `code`: plate, serial number, unit code or IMEI in any case and with any spaces and dashes, or the link of a page about a vehicle. */
export const findPrintVehicles = endpoint({
  method: 'GET',
  path: '/printing/vehicles',
  summary:
    'The vehicles with temperatures that a scanned or typed code means: none, one, or several by plate',
  allow: 'printing',
  scope: 'customer',
  query: z.object({ code: requiredText(2_000) }),
  reply: z.array(PrintVehicle),
})

/** The longest period of a receipt, in days. */
export const MAX_DAYS = 5
/** The largest change of clocks; the shape allows it, and the server checks the exact length in the company's zone. */
const MAX_CLOCK_CHANGE_MS = 7_200_000
const Span = z
  .object({ from: Instant, to: Instant })
  .refine(s => Date.parse(s.from) <= Date.parse(s.to), {
    path: ['to'],
    error: 'validation.before_start',
  })
  .refine(s => Date.parse(s.to) - Date.parse(s.from) <= MAX_DAYS * DAY + MAX_CLOCK_CHANGE_MS, {
    path: ['to'],
    error: 'printing.period.five_days',
  })

const receiptEndpoint = {
  method: 'GET',
  allow: 'printing',
  scope: { vehicle: 'visible', agreements: temperatureAgreements },
  params: ById,
} as const

/**
 * The company, the register's data of the period, and the proof: `code` is the signature, and anybody can verify it at `url`. Days and times are those of
 * `timezone`.
 */
export const Receipt = z.object({
  company: z.object({
    name: z.string(),
    vat_id: z.string().nullable(),
    address: z.string().nullable(),
    zip_code: z.string().nullable(),
    city: z.string().nullable(),
    region: z.string().nullable(),
  }),
  vehicle: PrintVehicle,
  period_from: Instant,
  period_to: Instant,
  timezone: z.string(),
  issued_at: Instant,
  ...Register.shape,
  code: z.string(),
  /** The receipt's number, which people type to verify it. */
  short_code: z.string(),
  url: z.string(),
})
export type Receipt = z.infer<typeof Receipt>
/** The content of a certificate: a receipt, or the same for a vehicle without the register, which has nothing to verify. */
export type Certificate = Omit<Receipt, 'code' | 'short_code' | 'url'> & {
  readonly short_code: string | null
  readonly url: string | null
}

export const printReceipt = endpoint({
  ...receiptEndpoint,
  path: '/vehicles/:id/print',
  summary:
    'The data of a signed temperature receipt about a period of five days at most; an end after now is now',
  query: Span,
  reply: Receipt,
})

/** `80mm`: a single page as long as the receipt, for receipt printers. */
export const Paper = z.enum(['a4', '80mm'])
export type Paper = z.infer<typeof Paper>
export const printReceiptPdf = endpoint({
  ...receiptEndpoint,
  path: '/vehicles/:id/print/pdf',
  audit: 'export',
  summary: 'The same receipt as a PDF, in the language of Accept-Language',
  query: Span.safeExtend({ paper: Paper.default('a4') }),
  reply: FileReply,
  kind: 'file',
})
