// The styles of a spreadsheet's cells: one for each format and look.
import type { Language } from '@flotta/core/languages.ts'
import { decimalsOf } from '@flotta/core/report-formats.ts'
import type { Format } from '@flotta/platform/report.ts'
import { isRightAligned } from './format.ts'

type Look = 'plain' | 'marked' | 'total'
type SpecialStyle =
  | 'title'
  | 'label'
  | 'value'
  | 'head'
  | 'head_right'
  | 'heading'
  | 'formula'
  | 'formula_marked'
  | 'formula_total'

const numberCode = (format: Format, language: Language): string => {
  const day = language === 'de' ? 'dd\\.mm\\.yyyy' : 'dd/mm/yyyy'
  if (format === 'instant') return `${day} hh:mm:ss`
  if (format === 'day') return day
  if (format === 'duration') return '[h]:mm'
  const decimals = decimalsOf(format)
  if (decimals === null) return '@'
  const integerCode = format === 'latitude' || format === 'longitude' ? '0' : '#,##0'
  return decimals === 0 ? integerCode : `${integerCode}.${'0'.repeat(decimals)}`
}

const FONTS = [
  '<font><sz val="10"/><name val="Calibri"/><family val="2"/></font>',
  '<font><b/><sz val="10"/><name val="Calibri"/><family val="2"/></font>',
  '<font><i/><sz val="10"/><color rgb="FF5C6470"/><name val="Calibri"/><family val="2"/></font>',
  '<font><b/><sz val="16"/><name val="Calibri"/><family val="2"/></font>',
  '<font><sz val="10"/><color rgb="FF5C6470"/><name val="Calibri"/><family val="2"/></font>',
  '<font><b/><sz val="10"/><color rgb="FFFFFFFF"/><name val="Calibri"/><family val="2"/></font>',
]
const solid = (rgb: string) =>
  `<fill><patternFill patternType="solid"><fgColor rgb="FF${rgb}"/><bgColor indexed="64"/></patternFill></fill>`
const FILLS = [
  '<fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill>',
  solid('26418F'),
  solid('E8ECF7'),
  solid('FFEFD6'),
]
const BORDERS = [
  '<border><left/><right/><top/><bottom/><diagonal/></border>',
  '<border><left/><right/><top style="thin"><color rgb="FF8A94A6"/></top><bottom/><diagonal/></border>',
]
const xf = (
  number: number,
  font: number,
  fill: number,
  border: number,
  inner = '',
  attributes = '',
) =>
  `<xf numFmtId="${number}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"${attributes}>${inner}</xf>`
const TOP = '<alignment vertical="top"/>'
/** Indented, so that words and dates keep a distance from the numbers before them. */
const LEFT = '<alignment horizontal="left" vertical="top" indent="1"/>'
const RIGHT = '<alignment horizontal="right" vertical="top"/>'

export class Styles {
  readonly #language: Language
  readonly #codes: string[] = []
  readonly #xfs: string[] = [xf(0, 0, 0, 0)]
  readonly #indexes = new Map<string, number>()

  constructor(language: Language) {
    this.#language = language
  }
  /** The index of the style of a value. */
  valueStyle(format: Format, look: Look): number {
    return this.#style(`${format} ${look}`, () => {
      const code = numberCode(format, this.#language)
      const [font, fill, border] =
        look === 'total' ? [1, 0, 1] : look === 'marked' ? [0, 4, 0] : [0, 0, 0]
      return xf(this.#number(code), font, fill, border, isRightAligned(format) ? RIGHT : LEFT)
    })
  }
  specialStyle(special: SpecialStyle): number {
    return this.#style(special, () => {
      if (special === 'title') return xf(0, 3, 0, 0)
      if (special === 'label') return xf(0, 4, 0, 0, TOP)
      if (special === 'value') return xf(49, 1, 0, 0, TOP)
      if (special === 'head')
        return xf(
          0,
          5,
          2,
          0,
          '<alignment horizontal="left" vertical="center" wrapText="1" indent="1"/>',
        )
      if (special === 'head_right')
        return xf(0, 5, 2, 0, '<alignment horizontal="right" vertical="center" wrapText="1"/>')
      if (special === 'heading') return xf(49, 1, 3, 0)
      // the prefix keeps a text that begins like a formula a text when a person edits it
      const [font, fill, border] =
        special === 'formula_total'
          ? [1, 0, 1]
          : special === 'formula_marked'
            ? [0, 4, 0]
            : [0, 0, 0]
      return xf(49, font, fill, border, LEFT, ' quotePrefix="1"')
    })
  }
  #style(key: string, make: () => string): number {
    const cachedIndex = this.#indexes.get(key)
    if (cachedIndex !== undefined) return cachedIndex
    this.#indexes.set(key, this.#xfs.length)
    return this.#xfs.push(make()) - 1
  }
  #number(code: string): number {
    if (code === '@') return 49
    const at = this.#codes.indexOf(code)
    return 164 + (at < 0 ? this.#codes.push(code) - 1 : at)
  }
  /** The content of `xl/styles.xml`, with all styles that were used. */
  xml(): string {
    const list = (name: string, items: readonly string[]) =>
      `<${name} count="${items.length}">${items.join('')}</${name}>`
    const codes = this.#codes.map(
      (code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${code}"/>`,
    )
    return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${codes.length > 0 ? list('numFmts', codes) : ''}${list('fonts', FONTS)}${list('fills', FILLS)}${list('borders', BORDERS)}<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>${list('cellXfs', this.#xfs)}<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
  }
}
