// The paper of a report: pages with head and foot, where the next item begins, and the list of what begins on which page.
import type { PaperPages } from '@flotta/platform/report.ts'
import PDFDocument from 'pdfkit'
import { type Placeholder, type TextPainter, textPainterOf } from '../pdf-text.ts'
import type { ReportContext } from './writer.ts'

declare module '@flotta/platform/report.ts' {
  interface PaperPages {
    readonly document: PDFKit.PDFDocument
  }
}

/** Lengths in points; A4 that lies. */
export const PAGE = { width: 841.89, height: 595.28, side: 32, top: 58, bottom: 556 } as const
export const WIDTH = PAGE.width - 2 * PAGE.side
export const GREY = '#5c6470'
export const BLACK = '#1c2024'
export const HEAD_COLOR = '#26418f'
export const LINE_COLOR = '#dfe3ea'
const FOOTER_SIZE = 7
/** From this number of pages on a report has an index and bookmarks. */
export const INDEX_FROM = 10

/** A line of the contents. `page` is counted from 1. */
export interface ContentsEntry {
  readonly title: string
  readonly note: string
  readonly page: number
}
export interface ContentsSheet extends ContentsEntry {
  readonly entries: ContentsEntry[]
}

/** The parts of pdfkit's document that hold the order of its pages. */
interface PageTree {
  readonly _root: { readonly data: { readonly Pages: { readonly data: { Kids: object[] } } } }
}

/** What pdfkit's outline takes; its types lack the page. */
interface OutlineOptions {
  readonly expanded?: boolean
  readonly pageNumber: number
}
const destinationOf = (page: number): string => `page-${page}`

export class PdfPaper {
  readonly document: PDFKit.PDFDocument
  readonly texts: TextPainter
  readonly context: ReportContext
  readonly contents: ContentsSheet[] = []
  /** Where the next item of the page begins. */
  y = 0
  pageNumber: number
  /** False on a page that its owner draws; there items do not follow below each other. */
  isOpen = false
  /** The number of pages, printed on every page and known only when all are written. */
  readonly #pageCount: Placeholder
  readonly #madeAt: string

  constructor(context: ReportContext) {
    const { title, about, period, customer, language, now, formatter } = context
    this.context = context
    this.document = new PDFDocument({
      autoFirstPage: false,
      size: 'A4',
      layout: 'landscape',
      margin: 0,
      // the first version whose files name their language and show their title is 1.4
      pdfVersion: '1.7',
      bufferPages: false,
      // the cache would hold every word of the report
      fontLayoutCache: false,
      lang: language,
      displayTitle: true,
      info: { Title: `${title} · ${about} · ${period}`, Author: customer, Creator: 'Flotta' },
    })
    this.texts = textPainterOf(this.document)
    this.#pageCount = this.texts.placeholder(FOOTER_SIZE)
    this.#madeAt = formatter.instant(now)
    // The title page has number 1, though it is drawn last.
    this.pageNumber = context.hasTitlePage ? 1 : 0
  }

  nextPage(): void {
    this.document.addPage()
    this.#countPage()
    this.isOpen = true
    this.#drawHead()
    this.#drawFoot(PAGE.width, PAGE.height, this.pageNumber)
    this.y = PAGE.top
  }

  /** Begins upright pages, which their owner draws. */
  upright(): PaperPages {
    const nextPage = () => {
      const { document } = this
      document.addPage({ size: 'A4', layout: 'portrait', margin: 0 })
      this.#countPage()
      this.isOpen = false
      this.#drawFoot(PAGE.height, PAGE.width, this.pageNumber)
    }
    nextPage()
    return { document: this.document, nextPage }
  }

  /** Draws the title page, which becomes the first. */
  titlePage(draw: () => void): void {
    this.document.addPage()
    this.#drawFoot(PAGE.width, PAGE.height, 1)
    draw()
  }

  /** Ends the document and moves the title page, which was drawn last, to the front. */
  end(): void {
    const { say, hasTitlePage } = this.context
    this.#pageCount.fill(say('reports.file.page_of', { total: this.pageNumber }))
    this.#addBookmarks()
    const { data } = (this.document as PDFKit.PDFDocument & PageTree)._root.data.Pages
    if (hasTitlePage) data.Kids = [...data.Kids.slice(-1), ...data.Kids.slice(0, -1)]
    this.document.end()
  }

  rule(y: number, color: string, thickness: number, width = WIDTH): void {
    this.document
      .lineWidth(thickness)
      .moveTo(PAGE.side, y)
      .lineTo(PAGE.side + width, y)
      .stroke(color)
  }

  /** Makes a rectangle of the current page a link to another page. */
  linkTo(page: number, x: number, y: number, width: number, height: number): void {
    this.document.goTo(x, y, width, height, destinationOf(page))
  }

  #countPage(): void {
    this.pageNumber++
    this.document.addNamedDestination(destinationOf(this.pageNumber))
  }

  #addBookmarks(): void {
    if (this.pageNumber < INDEX_FROM) return
    // While drawing, the title page is still the last.
    const before = this.context.hasTitlePage ? 2 : 1
    const leadTo = (page: number): OutlineOptions => ({ pageNumber: page - before })
    const { outline } = this.document
    for (const { title, page, entries } of this.contents) {
      const item = outline.addItem(title, leadTo(page))
      for (const entry of entries) item.addItem(entry.title, leadTo(entry.page))
    }
  }

  #drawHead(): void {
    const { title, about, customer, period, zone } = this.context
    const right = PAGE.width - PAGE.side
    const { texts } = this
    texts.draw(title, PAGE.side, 22, 10, { weight: 600 })
    texts.draw(about, PAGE.side, 36, 8, { color: GREY })
    texts.drawRight(customer, right, 23, 9, { weight: 600 })
    texts.drawRight(`${period} · ${zone}`, right, 36, 8, { color: GREY })
    this.rule(50, HEAD_COLOR, 1)
  }

  #drawFoot(width: number, height: number, page: number): void {
    const { say } = this.context
    const { texts } = this
    const y = height - 26
    const color = GREY
    const madeText = `Flotta · ${say('reports.file.made')} ${this.#madeAt}`
    texts.draw(madeText, PAGE.side, y, FOOTER_SIZE, { color })
    // the number of pages has room for two digits; a longer one runs into the margin
    const pageTextEnd =
      width - PAGE.side - texts.width(say('reports.file.page_of', { total: 99 }), FOOTER_SIZE)
    const pageText = `${say('reports.file.page', { page })} `
    texts.drawRight(pageText, pageTextEnd, y, FOOTER_SIZE, { color })
    this.#pageCount.draw(pageTextEnd, y, color)
  }
}
