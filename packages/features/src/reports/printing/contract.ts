// The printing area: which vehicle was scanned, and the data of a temperature receipt (decisions 12, 17.19).
import { ById, endpoint, FileReply, Id, Instant, requiredText } from '@flotta/core/contract.ts'
import { DAY } from '@flotta/core/time.ts'
import { z } from 'zod'
import { VehicleType } from '../../fleet/vehicles/contract.ts'
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

/** `code`: plate, serial number, unit code or IMEI, whatever the case, spaces and dashes, or the link of one of the product's pages about a vehicle. */
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

/** Days of a receipt at most (decisions 17.19). */
export const MAX_DAYS = 5
/** No zone changes its clocks by more; the server, which knows the zone, asks exactly. */
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

/** Whose temperatures they are, what the register says of the period, and what proves it: `code` is the signature, `url` where anybody checks it. Times are told by the clocks of `timezone`. */
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
  url: z.string(),
})
export type Receipt = z.infer<typeof Receipt>

export const printReceipt = endpoint({
  ...receiptEndpoint,
  path: '/vehicles/:id/print',
  summary:
    'The data of a signed temperature receipt about a period of five days at most; an end after now is now',
  query: Span,
  reply: Receipt,
})

/** `80mm`: one page as long as it takes, for printers of receipts. */
export const Paper = z.enum(['a4', '80mm'])
export type Paper = z.infer<typeof Paper>
export const printReceiptPdf = endpoint({
  ...receiptEndpoint,
  path: '/vehicles/:id/print/pdf',
  summary: 'The same receipt as a PDF, in the language of Accept-Language',
  query: Span.safeExtend({ paper: Paper.default('a4') }),
  reply: FileReply,
  kind: 'file',
})
