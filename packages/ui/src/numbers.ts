// Typed numbers: which characters separate thousands, and which begin the decimals.
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
 * The meaning of the digits typed so far when a thousands separator could as well begin the decimals: `1.250` is one and a quarter until its third
 * digit.
 * @param decimals largest number of decimals; with at most two, a third digit means that the separator was one of thousands
 * @returns the number; `dropped`: the last digit is a decimal of a whole number; null: the field's own interpretation is right
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
