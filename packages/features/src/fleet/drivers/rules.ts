// How card numbers are compared, and how long a licence is valid. Pure.
import { DAY } from '@flotta/core/time.ts'

/**
 * A card number in the form for comparison: iButtons and RFID tags are read from either end, with or without padding zeros, in either case and any spacing; a
 * number that is not hexadecimal (tachograph cards) keeps its order. null: there is none.
 */
export function cardKey(cardNumber: string | null | undefined): string | null {
  const text = (cardNumber ?? '').toUpperCase().replace(/[^0-9A-Z]/g, '')
  if (!/^[0-9A-F]*$/.test(text)) return text
  const bytes = (text.length % 2 === 0 ? text : `0${text}`).match(/../g) ?? []
  const first = bytes.findIndex(byte => byte !== '00')
  if (first < 0) return null
  const significant = bytes.slice(first, bytes.findLastIndex(byte => byte !== '00') + 1)
  const [forth, back] = [significant.join(''), significant.toReversed().join('')]
  return forth < back ? forth : back
}

/** Days before its end from which a licence is shown as expiring, because it is renewed early. */
export const LICENSE_NOTICE_DAYS = 60

export type LicenseState = 'none' | 'valid' | 'expiring' | 'expired'
/**
 * The state of a licence.
 * @param expires its last valid day
 * @param today in the reader's time zone; both `YYYY-MM-DD`
 */
export function licenseState(expires: string | null, today: string): LicenseState {
  if (expires === null) return 'none'
  const days = daysLeft(expires, today)
  return days < 0 ? 'expired' : days <= LICENSE_NOTICE_DAYS ? 'expiring' : 'valid'
}
/** Whole days from today to the last valid day; negative after it. */
export const daysLeft = (expires: string, today: string): number =>
  Math.round((Date.parse(expires) - Date.parse(today)) / DAY)
