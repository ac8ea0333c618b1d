// The query of an address as plain words: `?v=1&s=moving`, without quotes and JSON.
import { z } from 'zod'

/** An optional parameter of an address. One that cannot be read counts as absent. */
export const searchParam = <T extends z.ZodType>(shape: T) => shape.optional().catch(undefined)
/** Ids, joined by commas. */
export const IdList = z.string().regex(/^\d{1,9}(,\d{1,9})*$/)

/** `'?v=1&s=a'` → `{ v: '1', s: 'a' }`; of a repeated name the last value is used. Schemas coerce (`z.coerce.number()`). */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search))

/** Absent and empty values are left out; lists are joined by commas. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const words = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    const text = Array.isArray(value)
      ? value.join(',')
      : value === null || value === undefined
        ? ''
        : String(value)
    if (text !== '') words.set(name, text)
  }
  const text = words.toString().replaceAll('%2C', ',')
  return text === '' ? '' : `?${text}`
}
