// The text of a CSV file as spreadsheets write it: which encoding it is in, and what separates its cells. Pure.

const BYTE_ORDER = 0xfeff
/** The characters of Windows-1252 in the place of the control characters of Latin-1, as which Node decodes it. */
const SIGNS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const FIRST_SIGN = 0x80

/** The text of a file: UTF-8 or UTF-16 by its byte order mark, else UTF-8 where it is valid, else Windows-1252, which extends Latin-1. */
export function csvText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decode(bytes, 'utf-16le')
  if (first === 0xfe && second === 0xff) return decode(bytes, 'utf-16be')
  try {
    return decode(bytes, 'utf-8', true)
  } catch {
    return decode(bytes, 'windows-1252').replace(
      /[\u0080-\u009f]/g,
      control => SIGNS[control.charCodeAt(0) - FIRST_SIGN] ?? control,
    )
  }
}
function decode(bytes: Uint8Array, encoding: string, fatal = false): string {
  const text = new TextDecoder(encoding, { fatal }).decode(bytes)
  return text.charCodeAt(0) === BYTE_ORDER ? text.slice(1) : text
}

const separators = [';', ',', '\t'] as const
export type Separator = (typeof separators)[number]

/** The separator of the names of the columns. A first line that only declares it (`sep=;`) is not a row. */
export function csvTable(text: string): { readonly separator: Separator; readonly text: string } {
  const [, declared, rest] = /^sep=([;,\t])\r?\n([\s\S]*)$/.exec(text) ?? []
  if (declared !== undefined && rest !== undefined)
    return { separator: declared as Separator, text: rest }
  const head = (/^[^\r\n]*/.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '')
  const count = (separator: string): number => head.split(separator).length
  const separator = separators.reduce((best, other) => (count(other) > count(best) ? other : best))
  return { separator, text }
}
