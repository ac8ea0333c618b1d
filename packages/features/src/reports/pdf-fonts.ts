// The fonts of our PDFs, each a subset of letters, and the glyphs of each letter.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
/** The subsets of the typeface, the most needed first. */
const CUTS = [
  'latin',
  'latin-ext',
  'greek',
  'cyrillic',
  'vietnamese',
  'greek-ext',
  'cyrillic-ext',
] as const
export type Cut = (typeof CUTS)[number]

export type Ranges = readonly (readonly [number, number])[]
let cachedRanges: readonly (readonly [Cut, Ranges])[] | undefined
function characterRanges(): readonly (readonly [Cut, Ranges])[] {
  if (cachedRanges !== undefined) return cachedRanges
  const ranges = JSON.parse(
    readFileSync(require.resolve('@fontsource/inter/unicode.json'), 'utf8'),
  ) as Record<string, string>
  cachedRanges = CUTS.map(cut => [cut, rangesOf(ranges[cut] ?? '')] as const)
  return cachedRanges
}
const rangesOf = (text: string): [number, number][] =>
  [...text.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/gi)].map(([, from = '', to = from]) => [
    Number.parseInt(from, 16),
    Number.parseInt(to, 16),
  ])
/** A letter that no subset has is drawn as a missing letter of the first. */
export const cutFor = (code: number): Cut =>
  characterRanges().find(([, ranges]) =>
    ranges.some(([from, to]) => code >= from && code <= to),
  )?.[0] ?? 'latin'

interface Position {
  readonly xAdvance: number
}
interface GlyphRun {
  readonly glyphs: readonly unknown[]
  readonly positions: readonly object[]
  readonly advanceWidth: number
}
/** The parts of pdfkit's embedded font that write a text. */
export interface EmbeddedFont {
  readonly font: { layout(text: string, features?: readonly string[]): GlyphRun }
  ref(): object
  encode(text: string): [hex: string[], positions: Position[]]
  widthOfString(text: string, size: number): number
}
/**
 * Replaces the layout of running text: no kerning, and all digits have the same width, so that figures are aligned below each other.
 * Each letter is laid out once, which makes tables many times faster.
 */
export function alignGlyphs(embeddedFont: EmbeddedFont): void {
  const { font } = embeddedFont
  const layout = font.layout.bind(font)
  // the hyphen of figures is as wide as a digit and would tear codes apart
  font.layout = text => layout(text, text === '-' ? [] : ['tnum'])
  const encode = embeddedFont.encode.bind(embeddedFont)
  const letters = new Map<
    string,
    {
      readonly hex: readonly string[]
      readonly positions: readonly Position[]
      readonly advance: number
    }
  >()
  const letterOf = (letter: string) => {
    const cachedLetter = letters.get(letter)
    if (cachedLetter !== undefined) return cachedLetter
    const [hex, positions] = encode(letter)
    const glyphs = {
      hex,
      positions,
      advance: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0),
    }
    letters.set(letter, glyphs)
    return glyphs
  }
  embeddedFont.encode = text => {
    const hex: string[] = []
    const positions: Position[] = []
    for (const letter of text) {
      const glyphs = letterOf(letter)
      hex.push(...glyphs.hex)
      positions.push(...glyphs.positions)
    }
    return [hex, positions]
  }
  embeddedFont.widthOfString = (text, size) => {
    let width = 0
    for (const letter of text) width += letterOf(letter).advance
    return (width * size) / 1_000
  }
}
