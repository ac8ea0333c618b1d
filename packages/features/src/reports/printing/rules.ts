// What a scanned or typed code means: a vehicle's link, a receipt's link, or the words on a plate or label.
import { searchable } from '@flotta/core/searchable.ts'

/** The longest code, in characters; no label of a vehicle has more. */
export const CODE_MAX = 300

export type ScannedCode =
  /** A link to one of the product's pages about a vehicle. */
  | { readonly kind: 'vehicle'; readonly id: number }
  /** The link that is printed on receipts; it leads to the verification. */
  | { readonly kind: 'receipt'; readonly code: string }
  /** A plate, serial number or unit code, in the form in which they are compared. */
  | { readonly kind: 'words'; readonly words: string }
  /** Nothing that could be the name of a vehicle. */
  | { readonly kind: 'rubbish' }

/** Removes what hand scanners add to a code: the name of the symbology (ISO 15424), control characters and separators. */
export const stripScannerMarks = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what scanners send beside the code.
    .replace(/[\u0000-\u001f\u007f-\u009f\ufffd]/g, ' ')
    .trim()
    .replace(/^\][A-Za-z]\d\s*/, '')

/** The form in which plates, serial numbers and codes are compared: without case, accents, spaces and separators. */
export const comparableText = (text: string): string => searchable(text).replace(/[-_./:*]/g, '')

/** The address of a vehicle in the printing area, which its label carries. */
export const labelPath = (id: number): string => `/printer/vehicle/${id}`

const MAX_ID = 2_147_483_647
function parseLink(link: URL): ScannedCode {
  const idText =
    /^\/(?:printer\/vehicle|details)\/(\d{1,10})(?:\/|$)/.exec(link.pathname)?.[1] ??
    (link.pathname === '/global-map' ? link.searchParams.get('v') : null)
  const id = Number(idText)
  if (idText !== null && Number.isInteger(id) && id > 0 && id <= MAX_ID)
    return { kind: 'vehicle', id }
  const code = link.pathname === '/verify' ? link.searchParams.get('c') : null
  return code ? { kind: 'receipt', code } : { kind: 'rubbish' }
}

export function parseCode(text: string): ScannedCode {
  const code = stripScannerMarks(text)
  if (code.length > CODE_MAX) return { kind: 'rubbish' }
  if (/^(https?:\/\/|\/)/i.test(code)) {
    return URL.canParse(code, 'http://localhost')
      ? parseLink(new URL(code, 'http://localhost'))
      : { kind: 'rubbish' }
  }
  const words = comparableText(code)
  return words === '' ? { kind: 'rubbish' } : { kind: 'words', words }
}
