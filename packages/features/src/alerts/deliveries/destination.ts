// Which destinations a channel accepts, and how they are stored.
import { Email } from '@flotta/core/contract.ts'
import { Problem, type Words } from '@flotta/core/problem.ts'
import type { Tx } from '@flotta/platform/db.ts'
import { phoneNumber } from '../../phone.ts'
import { chatNamed } from '../chats/queries.ts'
import { CHAT, SMS } from './rules.ts'

const addressOf = (text: string): string | Words => {
  const email = Email.safeParse(text)
  return email.success ? email.data : { key: 'validation.email' }
}
/** Digits as people group them, national or with `+`. */
const numberOf = (text: string): string | Words => {
  const digits = text.replace(/\s/g, '')
  if (!/^\+?\d+$/.test(digits)) return { key: 'validation.digits' }
  try {
    return phoneNumber(digits, 'destination')
  } catch (error) {
    if (error instanceof Problem) return { key: 'validation.phone' }
    throw error
  }
}
/** The destination in its stored form, a chat by its name; words: its error. */
export async function destinationOf(
  tx: Tx,
  customer_id: number,
  alert_channel_id: number,
  text: string,
): Promise<string | Words> {
  if (alert_channel_id === CHAT)
    return (await chatNamed(tx, customer_id, text))?.name ?? { key: 'validation.unknown' }
  return alert_channel_id === SMS ? numberOf(text) : addressOf(text)
}
