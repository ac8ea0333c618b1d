// Numbers as they are typed: which signs part thousands, and which begin the decimals.
import type { Language } from '@flotta/core/languages.ts'

interface Signs {
  readonly decimal: ',' | '.'
  readonly group: ',' | '.'
}
export const signsOf = (language: Language): Signs =>
  language === 'en' ? { decimal: '.', group: ',' } : { decimal: ',', group: '.' }

const GROUPED = { ',': /^-?\d{1,3}(,\d{3})+$/, '.': /^-?\d{1,3}(\.\d{3})+$/ } as const
const PARTED = /^-?\d*[.,]\d+$|^-?\d{1,3}([.,]\d{3})*[.,]\d{1,2}$/

/**
 * What the digits so far mean where a sign that parts thousands could as well begin the decimals: `1.250` is one and a quarter until its third digit.
 * @param decimals how many the number may have; a third one is never a decimal where there are two at most
 * @returns the number that it has become; `dropped`: the last digit is a decimal of a number that has none; null: what the field itself makes of it
 */
export function meantBy(
  text: string,
  decimals: number,
  { group }: Signs,
): number | 'dropped' | null {
  if (decimals > 2) return null
  if (GROUPED[group].test(text)) return Number(text.replaceAll(group, ''))
  return decimals === 0 && PARTED.test(text) ? 'dropped' : null
}
