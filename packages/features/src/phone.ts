// Telephone numbers in their stored form, E.164, however a person wrote them.
import { invalid } from '@flotta/core/problem.ts'
import { parsePhoneNumberFromString } from 'libphonenumber-js'

/** A number without a country counts as Italian. Throws `invalid` for `field` where it is no telephone number. */
export function phoneNumber(input: string, field: string): string {
  const phone = parsePhoneNumberFromString(input, 'IT')
  if (!phone?.isPossible()) throw invalid({ [field]: 'validation.phone' })
  return phone.number
}
