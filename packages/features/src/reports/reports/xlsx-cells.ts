// The texts and names of a spreadsheet, as its format demands them.

/** Characters that XML cannot carry. */
// biome-ignore-start lint/suspicious/noControlCharactersInRegex: these are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: these are what is looked for
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
export const escapeXml = (text: string): string =>
  /[&<>"]/.test(text)
    ? text
        .toWellFormed()
        .replace(FORBIDDEN, '')
        .replace(/[&<>"]/g, c => entities[c] ?? '')
    : text.toWellFormed().replace(FORBIDDEN, '')

/** Characters that a cell may have. */
const MAX_TEXT = 32_767
/** Characters that the name of a sheet may have. */
const MAX_NAME = 31

/** `A`, `B`, … `AA` */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

/** The name of a sheet in a reference to its cells. */
export const sheetReference = (name: string): string => `'${escapeXml(name.replaceAll("'", "''"))}'`

/**
 * A name that spreadsheets accept for a sheet, different from the names before it.
 * @param usedNames those names in lower case
 */
export function sheetName(name: string, usedNames: ReadonlySet<string>): string {
  const plain =
    name
      .replace(/[[\]:*?/\\]/g, ' ')
      .replace(FORBIDDEN, '')
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/^'+|'+$/g, '') || '1'
  for (let n = 1; ; n++) {
    const suffix = n === 1 ? '' : ` (${n})`
    const candidate = plain.slice(0, MAX_NAME - suffix.length).trimEnd() + suffix
    if (!usedNames.has(candidate.toLowerCase())) return candidate
  }
}

export const emptyCell = (reference: string, style: number): string =>
  `<c r="${reference}" s="${style}"/>`
export const numberCell = (reference: string, value: number, style: number): string =>
  `<c r="${reference}" s="${style}"><v>${value}</v></c>`
export const textCell = (reference: string, text: string, style: number): string =>
  text === ''
    ? emptyCell(reference, style)
    : `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text.slice(0, MAX_TEXT))}</t></is></c>`

/**
 * In how many lines a title is broken between its words.
 * @param width in characters
 */
export function titleLines(title: string, width: number): number {
  let lines = 1
  let letters = 0
  for (const word of title.split(' ')) {
    const withWord = letters === 0 ? word.length : letters + 1 + word.length
    if (letters > 0 && withWord > width) {
      lines++
      letters = word.length
    } else letters = withWord
  }
  return lines
}
