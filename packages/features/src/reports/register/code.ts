// The code of a receipt, as its QR code contains it: version, key, receipt, digest of the contents and signature; 93 bytes as 124 characters.
import { createHash } from 'node:crypto'
import type { Excursion, Statistic, Verdict } from './contract.ts'

const VERSION = 1
const [KEY, RECEIPT, DIGEST, SIGNATURE] = [4, 8, 16, 64]
const PAYLOAD_BYTES = 1 + KEY + RECEIPT + DIGEST

export interface ReceiptCode {
  /** 8 hex digits. */
  readonly key_id: string
  /** 16 hex digits. */
  readonly receipt_id: string
  /** The first 16 bytes of the receipt's digest. */
  readonly digest: Buffer
  /** The bytes that are signed. */
  readonly payload: Buffer
  readonly signature: Buffer
}
export interface Receipt {
  readonly id: string
  readonly customer_id: number
  readonly vehicle_id: number
  /** null: a schedule requested it. */
  readonly user_id: number | null
  readonly company: string
  readonly plate: string
  readonly timezone: string
  /** Epoch ms. */
  readonly period_from: number
  readonly period_to: number
  readonly statistics: readonly Statistic[]
  /** null: a receipt of version 1, whose statistics have only the lowest, the highest, the average and the count. */
  readonly findings: Findings | null
  /** The parts of the period that the customer may see; epoch ms, both ends included. */
  readonly seen: readonly (readonly [from: number, to: number])[]
  readonly head: { readonly day: string; readonly n: number }
  /** For each row its moment and the beginning of the hash of its contents; then a digest of all contents. */
  readonly marks: Buffer
  readonly contents: Buffer
  readonly issued_at: number
  readonly key_id: string
}

/** What a receipt of version 2 contains beside its statistics. */
export interface Findings {
  readonly excursions: readonly Excursion[]
  readonly verdict: Verdict
  /** Lines of its table. */
  readonly samples: number
}

/** The digest of the whole content of the receipt and of the rows that it shows. */
export function digestOfReceipt(r: Receipt): Buffer {
  const { findings } = r
  const statistics = r.statistics.map(s => [
    s.sensor,
    s.min,
    s.max,
    s.average,
    s.samples,
    ...(findings === null ? [] : statisticDetails(s)),
  ])
  const parts = [
    r.id,
    r.customer_id,
    r.vehicle_id,
    r.user_id,
    r.company,
    r.plate,
    r.timezone,
    r.period_from,
    r.period_to,
    statistics,
    r.seen,
  ]
  const proof = [
    r.head.day,
    r.head.n,
    r.marks.toString('hex'),
    r.contents.toString('hex'),
    r.issued_at,
    r.key_id,
  ]
  const text = JSON.stringify([
    `flotta receipt ${formatOf(r)}`,
    ...parts,
    ...proof,
    ...(findings === null ? [] : [findingsValues(findings)]),
  ])
  return createHash('sha256').update(text).digest().subarray(0, DIGEST)
}

/** The format of a receipt: 1 has no findings, 3 has mean kinetic temperatures too. */
const formatOf = ({ findings, statistics }: Receipt): 1 | 2 | 3 => {
  if (findings === null) return 1
  return statistics.some(s => s.mean_kinetic != null) ? 3 : 2
}

const statisticDetails = (s: Statistic) => [
  s.min_at,
  s.max_at,
  s.minutes_outside,
  s.completeness,
  s.registered,
  ...(s.mean_kinetic == null ? [] : [s.mean_kinetic]),
]
const findingsValues = ({ excursions, verdict, samples }: Findings) => [
  excursions.map(e => [
    e.sensor,
    e.from,
    e.to,
    e.minutes,
    e.peak,
    e.peak_at,
    e.cause,
    e.registered,
  ]),
  verdict,
  samples,
]

export function receiptPayload(r: Receipt): Buffer {
  return Buffer.concat([
    Buffer.of(VERSION),
    Buffer.from(r.key_id, 'hex'),
    Buffer.from(r.id, 'hex'),
    digestOfReceipt(r),
  ])
}
export const writeCode = (payload: Buffer, signature: Buffer): string =>
  Buffer.concat([payload, signature]).toString('base64url')

/** null: the text is no code, or is incomplete. */
export function readCode(text: string): ReceiptCode | null {
  const bytes = Buffer.from(text, 'base64url')
  // decoding ignores unknown characters: a text with such characters is no code
  if (
    bytes.length !== PAYLOAD_BYTES + SIGNATURE ||
    bytes[0] !== VERSION ||
    bytes.toString('base64url') !== text
  )
    return null
  const part = (from: number, length: number) => bytes.subarray(from, from + length)
  return {
    key_id: part(1, KEY).toString('hex'),
    receipt_id: part(1 + KEY, RECEIPT).toString('hex'),
    digest: part(1 + KEY + RECEIPT, DIGEST),
    payload: part(0, PAYLOAD_BYTES),
    signature: part(PAYLOAD_BYTES, SIGNATURE),
  }
}

/** Crockford's letters: without I, L, O and U, which are read as others. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** The last letter checks the others: their number modulo the largest prime below 32. */
const CHECK_MODULUS = 31n
const ID_LETTERS = 13
const GROUP = 5

/**
 * The number of a receipt as people type it: `7ZK4Q-0M9TE-5B2H`.
 * @param id 16 hex digits
 */
export function shortCode(id: string): string {
  const number = BigInt(`0x${id}`)
  let text = LETTERS[Number(number % CHECK_MODULUS)] ?? ''
  for (let rest = number, i = 0; i < ID_LETTERS; i++, rest /= 32n)
    text = (LETTERS[Number(rest % 32n)] ?? '') + text
  return (text.match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? []).join('-')
}

/** The receipt's id, 16 hex digits; null: the text is no short code, or was mistyped. Case, spaces and dashes do not matter. */
export function readShortCode(text: string): string | null {
  const letters = text.toUpperCase().replace(/[\s-]/g, '').replace(/[IL]/g, '1').replace(/O/g, '0')
  if (letters.length !== ID_LETTERS + 1) return null
  let number = 0n
  for (const letter of letters.slice(0, ID_LETTERS)) {
    const value = LETTERS.indexOf(letter)
    if (value < 0) return null
    number = number * 32n + BigInt(value)
  }
  if (number >= 2n ** 64n || LETTERS[Number(number % CHECK_MODULUS)] !== letters.at(-1)) return null
  return number.toString(16).padStart(16, '0')
}
