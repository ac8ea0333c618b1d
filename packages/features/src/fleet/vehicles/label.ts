// What the bar code or QR code on the label of a tracker says its number is. Pure.
import { isImei } from '@flotta/core/protocol.ts'

export interface LabelNumber {
  readonly number: string
  /** It is an IMEI with a right check digit. Labels also have serial numbers, and SIMs numbers of their own. */
  readonly isCertain: boolean
}
/** The last digit of an IMEI follows from the others (Luhn). */
export function hasCheckDigit(imei: string): boolean {
  const sum = [...imei].reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return isImei(imei) && sum % 10 === 0
}
/** What any device may be called. */
const DEVICE_NAME = /^[!-~]{1,64}$/

/** @param code as it was read, such as `SN:1107782374;IMEI:352093081452251`; null: it holds no number of a tracker */
export function labelNumber(code: string): LabelNumber | null {
  const imei = (code.match(/(?<!\d)\d{15}(?!\d)/g) ?? []).find(hasCheckDigit)
  if (imei !== undefined) return { number: imei, isCertain: true }
  const text = code.trim()
  return DEVICE_NAME.test(text) && !/^https?:/i.test(text)
    ? { number: text, isCertain: false }
    : null
}
