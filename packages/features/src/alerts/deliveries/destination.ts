// What may be typed as a destination of a channel, and how it is stored.
import { Email } from '@flotta/core/contract.ts'
import { Problem, type Words } from '@flotta/core/problem.ts'
import { phoneNumber } from '../../phone.ts'
import { SMS } from './rules.ts'

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
/** The destination as it is stored; words: what is wrong with it. */
export const destinationOf = (alert_channel_id: number, text: string): string | Words =>
  alert_channel_id === SMS ? numberOf(text) : addressOf(text)
