// How the numbers of drivers' cards are compared, and how long a licence is valid.
import { DAY } from '@flotta/core/time.ts'

/**
 * A card's number as it is compared: iButtons and RFID tags are read from either end, with or without the zeros that fill them up,
 * in any case and spacing; what is no hexadecimal number (tachograph cards) keeps its order. null: there is none.
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

/** A licence is renewed early: from so many days before its end it is shown. */
export const LICENSE_NOTICE_DAYS = 60

export type LicenseState = 'none' | 'valid' | 'expiring' | 'expired'
/** @param expires its last good day; @param today both `YYYY-MM-DD`, by the reader's calendar */
export function licenseState(expires: string | null, today: string): LicenseState {
  if (expires === null) return 'none'
  const days = daysLeft(expires, today)
  return days < 0 ? 'expired' : days <= LICENSE_NOTICE_DAYS ? 'expiring' : 'valid'
}
/** Whole days from today to the last good one; negative when that has passed. */
export const daysLeft = (expires: string, today: string): number =>
  Math.round((Date.parse(expires) - Date.parse(today)) / DAY)
