// SMS, by an HTTP provider whose address is a template.
import type { Db, Tx } from './db.ts'
import type { Context } from './feature.ts'
import { fetchBytes } from './fetch.ts'
import { addToOutbox, outboxTask } from './outbox.ts'
import { NoFurtherTry } from './queue.ts'
import { retryAfter, Throttle } from './throttle.ts'

export interface Sms {
  /** E.164. */
  readonly recipient: string
  readonly body: string
}

const TIMEOUT_MS = 15_000
const LONGEST_ANSWER = 65_536
/** Back-off after "too many requests" without a time, ms. */
const REST_MS = 30_000
/** Providers allow some tens of SMS a second, for all processes together. */
const PAUSE_MS = 50
const PATIENCE_MS = 10_000

/** Sends one SMS at once. */
export async function sendSms(
  { recipient, body }: Sms,
  { config, limits }: Pick<Context, 'config' | 'limits'>,
): Promise<void> {
  const { SMS_URL = '', SMS_TOKEN } = config
  const pace = new Throttle(limits, 'sms', PAUSE_MS, PATIENCE_MS)
  await pace.acquire()
  const headers =
    SMS_TOKEN === undefined || SMS_URL.includes('{token}')
      ? {}
      : { authorization: `Bearer ${SMS_TOKEN}` }
  const { status, retryAfter: after } = await fetchBytes(
    smsAddress(SMS_URL, { to: recipient, text: body, token: SMS_TOKEN ?? '' }),
    {
      most: LONGEST_ANSWER,
      timeout: TIMEOUT_MS,
      headers,
    },
  )
  if (status >= 200 && status < 300) return
  const message = `the provider of SMS answered ${status}`
  if (status === 429 || status === 503) await pace.backOff(retryAfter(after, REST_MS))
  // The provider rejects the number or the text, so another attempt is useless. Faults of the account (401, 402, 403) can be corrected by the
  // operator.
  throw [400, 404, 410, 413, 422].includes(status) ? new NoFurtherTry(message) : new Error(message)
}
export const smsTask = outboxTask('sms', 'sms', config => config.SMS_URL !== undefined, sendSms)

/** The address template with its values, percent-encoded. */
export const smsAddress = (
  template: string,
  values: Readonly<Record<'to' | 'text' | 'token', string>>,
): string =>
  template.replace(/\{(to|text|token)\}/g, (_, name: keyof typeof values) =>
    encodeURIComponent(values[name]),
  )

/** Adds the SMS in the transaction that causes it. @returns its id in the outbox */
export const queueSms = (db: Db | Tx, sms: Sms, now: number): Promise<number> =>
  addToOutbox(db, 'sms', smsTask, { ...sms, subject: '' }, now)
