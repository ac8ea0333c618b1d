// Reads the number of a tracker from the bar code or QR code on its label. Pure.
import { isImei } from '@flotta/core/protocol.ts'

export interface LabelNumber {
  readonly number: string
  /** It is an IMEI with a valid check digit. Labels also have serial numbers, and SIM cards numbers of their own. */
  readonly isCertain: boolean
}
/** Whether the last digit of an IMEI is valid by the Luhn formula. */
export function hasCheckDigit(imei: string): boolean {
  const sum = [...imei].reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return isImei(imei) && sum % 10 === 0
}
/** The form of any device name. */
const DEVICE_NAME = /^[!-~]{1,64}$/

/**
 * The tracker's number in a code.
 * @param code as it was scanned, such as `SN:1107782374;IMEI:352093081452251`; null: it contains no number of a tracker
 */
export function labelNumber(code: string): LabelNumber | null {
  const imei = (code.match(/(?<!\d)\d{15}(?!\d)/g) ?? []).find(hasCheckDigit)
  if (imei !== undefined) return { number: imei, isCertain: true }
  const text = code.trim()
  return DEVICE_NAME.test(text) && !/^https?:/i.test(text)
    ? { number: text, isCertain: false }
    : null
}
