// Telephone numbers as they are stored: E.164, whatever the way in which they were written.
import { invalid } from '@flotta/core/problem.ts'
import { parsePhoneNumberFromString } from 'libphonenumber-js'

/** Numbers without a country are Italian. Throws what is wrong with `field`. */
export function phoneNumber(written: string, field: string): string {
  const phone = parsePhoneNumberFromString(written, 'IT')
  if (!phone?.isPossible()) throw invalid({ [field]: 'validation.phone' })
  return phone.number
}
