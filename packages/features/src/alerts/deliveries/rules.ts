// The rules of deliveries: whether an alert is still to be sent, when several become one digest, how values are written, what fits into an SMS. Pure.
import { MINUTE } from '@flotta/core/time.ts'
import { NOTIFY_WITHIN } from '../incidents/rules.ts'
import type { DeliveryFault } from './contract.ts'

/** The outcome of the incident; epoch ms. */
export interface Outcome {
  readonly closed_at: number | null
  readonly closed_as: string | null
}
/**
 * Why an incident no longer needs to be sent; null: it does. An incident that ended some time ago was over before it could be sent, unless it was held back
 * for a digest.
 */
export function obsoleteReason(
  { closed_at, closed_as }: Outcome,
  wasHeld: boolean,
  now: number,
): DeliveryFault | null {
  if (closed_as === 'corrected') return 'corrected'
  return !wasHeld && closed_at !== null && now - closed_at >= NOTIFY_WITHIN ? 'over' : null
}

export const EMAIL = 1
export const SMS = 2
export { CHAT } from '../incidents/contract.ts'
/** Whether a message would go by SMS although the company has no SMS service. */
export const lacksSms = (
  alert_channel_id: number,
  configurations: Readonly<Record<string, string>>,
): boolean => alert_channel_id === SMS && configurations.alert_sms !== '1'

/** The facts that decide whether a delivery is sent. `outcome` null: the company does not see the incident, or would not. */
export interface DeliveryFacts {
  readonly isConfigured: boolean
  /** The channel is SMS, but the company has no SMS service. */
  readonly lacksSms: boolean
  readonly outcome: Outcome | null
  readonly wasHeld: boolean
  /** Epoch ms before which it must not be sent; absent, null: at once. */
  readonly dueAt?: number | null
}
/** Why a delivery is not sent; null: it is. */
export function deliveryFault(
  { isConfigured, lacksSms, outcome, wasHeld, dueAt = null }: DeliveryFacts,
  now: number,
): DeliveryFault | null {
  if (!isConfigured) return 'removed'
  if (lacksSms) return 'no_sms'
  if (outcome === null) return 'lost'
  const { closed_at } = outcome
  if (dueAt !== null && closed_at !== null && closed_at < dueAt) return 'over'
  return obsoleteReason(outcome, wasHeld, now)
}

/** Within this many minutes a destination gets this many single messages; a digest collects the rest. */
export interface DigestRule {
  readonly count: number
  readonly minutes: number
}
export const DIGEST: DigestRule = { count: 5, minutes: 10 }
/**
 * How the waiting deliveries of a destination are sent: each by itself, together in one message, or later (epoch ms) in one message.
 * @param held whether some of them were held back for a digest
 * @param sentCount messages within the minutes of the rule
 * @param gatheredAt when the last digest was sent, epoch ms
 */
export function way(
  waiting: number,
  {
    wasHeld,
    sentCount,
    gatheredAt,
  }: { readonly wasHeld: boolean; readonly sentCount: number; readonly gatheredAt: number | null },
  { count, minutes }: DigestRule,
  now: number,
): 'each' | 'together' | { readonly later: number } {
  const rests = gatheredAt === null ? 0 : gatheredAt + minutes * MINUTE
  if (rests > now) return { later: rests }
  return !wasHeld && sentCount + waiting <= count ? 'each' : 'together'
}

/** From this delay between measuring and arrival on, the message says that the data are late. */
const LATE = 5 * MINUTE
/** How late the record that raised the alert arrived; null: in time, or no record raised it. */
export const lateness = (raised_by: number | null, receivedAt: number): number | null =>
  raised_by !== null && receivedAt - raised_by >= LATE ? receivedAt - raised_by : null

/** The link of an alert: its vehicle on the map, at the place where the alert began. */
export function mapAddress(
  publicUrl: string,
  {
    vehicle_id,
    code,
    created_at,
    position,
  }: {
    readonly vehicle_id: number
    readonly code: string
    readonly created_at: string
    readonly position: { readonly latitude: number; readonly longitude: number } | null
  },
): string {
  const where =
    position === null
      ? {}
      : { a: code, lat: String(position.latitude), lng: String(position.longitude), t: created_at }
  return `${publicUrl}/global-map?${new URLSearchParams({ v: String(vehicle_id), ...where })}`
}

/** The letters beside ASCII that every telephone has (GSM 03.38). With any other letter an SMS holds 70 characters instead of 160. */
const GSM = 'àèéìòùÄÖÜäöüßñÑÅåÆæØøÇÉ£¥§¿¡€'
const plain: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '−': '-',
  '…': '...',
  '°': '',
  '\u00a0': ' ',
  '\u202f': ' ',
  '·': '-',
}
/** The text in the letters of an SMS. */
export const smsText = (text: string): string =>
  Array.from(
    text,
    c => plain[c] ?? (c <= '\u007e' || GSM.includes(c) ? c : (c.normalize('NFD')[0] ?? '')),
  )
    .map(c => (c > '\u007e' && !GSM.includes(c) ? '?' : c))
    .join('')
