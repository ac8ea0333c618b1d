// Draws texts into a PDF in our own typeface. Each piece is drawn in the subset that has its letters; texts are measured and broken into lines.
import { createRequire } from 'node:module'
import { alignGlyphs, type Cut, cutFor, type EmbeddedFont } from './pdf-fonts.ts'

const require = createRequire(import.meta.url)

export type Weight = 400 | 600
type Page = PDFKit.PDFDocument

/** The parts of pdfkit's document for a form: content that many pages share and that is written at the end. */
interface FormPage {
  ref(data: object): { end(content: string): void }
  addContent(operators: string): void
  readonly page: { readonly xobjects: Record<string, unknown> }
}
/** A text that many pages show and that is known only when all of them are written. */
export interface Placeholder {
  /** @param y the top of the text */
  draw(x: number, y: number, color: string): void
  /** Sets the text; called once, before the document ends. */
  fill(text: string): void
}

/** Removes control characters, which cannot be printed. */
const printable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[^\S\u00a0]+/g, ' ')
    .replace(/\p{Cc}/gu, '')

const painters = new WeakMap<Page, TextPainter>()
/** The painter of a document: whatever is drawn into it shares its typefaces. */
export function textPainterOf(page: Page): TextPainter {
  const painter = painters.get(page) ?? new TextPainter(page)
  painters.set(page, painter)
  return painter
}

class TextPainter {
  readonly #page: Page
  readonly #cuts = new Map<string, Cut>()
  readonly #advances: Record<Weight, Map<string, number>> = { 400: new Map(), 600: new Map() }
  readonly #fonts = new Set<string>()

  constructor(page: Page) {
    this.#page = page
  }
  /** Width in points without kerning, never less than the drawn width. */
  width(text: string, size: number, weight: Weight = 400): number {
    let width = 0
    for (const letter of text) width += this.#advance(letter, weight)
    return width * size
  }
  /** @param y the top of the text */
  draw(
    text: string,
    x: number,
    y: number,
    size: number,
    { weight = 400, color = '#1c2024' }: { readonly weight?: Weight; readonly color?: string } = {},
  ): void {
    const shownText = printable(text)
    if (shownText === '') return
    this.#page.fillColor(color).fontSize(size)
    let pieceStart = x
    for (const [cut, piece] of this.#pieces(shownText)) {
      this.#use(cut, weight)
      this.#page.text(piece, pieceStart, y, { lineBreak: false })
      pieceStart += this.width(piece, size, weight)
    }
  }
  drawRight(
    text: string,
    x: number,
    y: number,
    size: number,
    style: { readonly weight?: Weight; readonly color?: string } = {},
  ): void {
    this.draw(text, x - this.width(text, size, style.weight), y, size, style)
  }
  /** A placeholder for a text of one size, limited to letters of the first subset. */
  placeholder(size: number): Placeholder {
    const paper = this.#page as FormPage
    const data: Record<string, unknown> = {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, -size, 100 * size, size],
    }
    const form = paper.ref(data)
    return {
      draw: (x, y, color) => {
        paper.page.xobjects.Later = form
        this.#page.fillColor(color)
        // the page's vertical axis leads down, and letters are drawn on their baseline
        paper.addContent(`q 1 0 0 -1 ${x} ${y + size * 0.97} cm /Later Do Q`)
      },
      fill: text => {
        const font = this.#use('latin', 400)
        data.Resources = { Font: { F: font.ref() } }
        form.end(`BT /F ${size} Tf <${font.encode(printable(text))[0].join('')}> Tj ET`)
      },
    }
  }
  /** Breaks a text at its spaces, and a longer word anywhere. A text that needs more lines than `most` ends with an ellipsis. */
  lines(text: string, width: number, size: number, most: number, weight: Weight = 400): string[] {
    const shownText = printable(text).trim()
    if (shownText.length * size * 0.4 < width && this.width(shownText, size, weight) <= width)
      return [shownText]
    const lines: string[] = []
    let line = ''
    for (const word of shownText
      .split(' ')
      .flatMap(word => this.#pieced(word, width, size, weight))) {
      const longer = line === '' ? word : `${line} ${word}`
      if (line === '' || this.width(longer, size, weight) <= width) line = longer
      else {
        lines.push(line)
        line = word
      }
    }
    lines.push(line)
    if (lines.length <= most) return lines
    let last = lines[most - 1] ?? ''
    while (last !== '' && this.width(`${last}…`, size, weight) > width) last = last.slice(0, -1)
    return [...lines.slice(0, most - 1), `${last}…`]
  }
  #pieced(word: string, width: number, size: number, weight: Weight): string[] {
    if (this.width(word, size, weight) <= width) return [word]
    const pieces: string[] = []
    let piece = ''
    for (const letter of word) {
      if (piece !== '' && this.width(piece + letter, size, weight) > width) {
        pieces.push(piece)
        piece = ''
      }
      piece += letter
    }
    return [...pieces, piece]
  }
  #pieces(text: string): (readonly [Cut, string])[] {
    const pieces: [Cut, string][] = []
    for (const letter of text) {
      const cut = this.#cut(letter)
      const last = pieces.at(-1)
      // every subset has a space
      if (last !== undefined && (last[0] === cut || letter === ' ')) last[1] += letter
      else pieces.push([cut, letter])
    }
    return pieces
  }
  #cut(letter: string): Cut {
    const cachedCut = this.#cuts.get(letter)
    if (cachedCut !== undefined) return cachedCut
    const cut = cutFor(letter.codePointAt(0) ?? 0)
    this.#cuts.set(letter, cut)
    return cut
  }
  #advance(letter: string, weight: Weight): number {
    const cachedAdvance = this.#advances[weight].get(letter)
    if (cachedAdvance !== undefined) return cachedAdvance
    this.#use(this.#cut(letter), weight)
    const advance = this.#page.fontSize(100).widthOfString(letter) / 100
    this.#advances[weight].set(letter, advance)
    return advance
  }
  #use(cut: Cut, weight: Weight): EmbeddedFont {
    const name = `${cut}-${weight}`
    const isNew = !this.#fonts.has(name)
    if (isNew)
      this.#page.registerFont(
        name,
        require.resolve(`@fontsource/inter/files/inter-${name}-normal.woff`),
      )
    const { _font: font } = this.#page.font(name) as unknown as { readonly _font: EmbeddedFont }
    if (isNew) alignGlyphs(font)
    this.#fonts.add(name)
    return font
  }
}

export type { TextPainter }
