// The title page of a report on paper: what it is about, its totals, and from ten pages on its contents.
import {
  BLACK,
  type ContentsEntry,
  type ContentsSheet,
  GREY,
  HEAD_COLOR,
  INDEX_FROM,
  LINE_COLOR,
  PAGE,
  type PdfPaper,
  WIDTH,
} from './pdf-paper.ts'
import type { SheetSummary } from './writer.ts'

const FACT_COLUMNS = 4
const FIGURES_IN_LINE = 8
/** Columns of the contents; lines with notes need more room. */
const CONTENTS_COLUMNS = 3
const NOTED_COLUMNS = 2
const BETWEEN = 18
const LINE_HEIGHT = 12
const FIGURE_HEIGHT = 34

export function drawTitlePage(paper: PdfPaper, summaries: readonly SheetSummary[]): void {
  drawTitle(paper)
  drawFacts(paper)
  const contents = contentsLines(paper)
  // the contents take what the totals leave, and at least half of their lines
  const lines = Math.ceil(contents.length / columnsFor(contents))
  const contentsHeight = lines === 0 ? 0 : 34 + lines * LINE_HEIGHT
  const bottom = PAGE.bottom - Math.min(contentsHeight, (PAGE.bottom - paper.y) / 2)
  drawTotals(paper, summaries, bottom)
  if (contents.length > 0) drawContents(paper, contents)
}

function drawTitle(paper: PdfPaper): void {
  const { title, about, customer, period } = paper.context
  const { texts } = paper
  paper.document.rect(0, 0, PAGE.width, 8).fill(HEAD_COLOR)
  texts.draw(customer, PAGE.side, 34, 11, { color: GREY })
  texts.draw(title, PAGE.side, 54, 28, { weight: 600 })
  texts.draw([about, period].join(' · '), PAGE.side, 92, 13)
  paper.rule(118, HEAD_COLOR, 1.2)
  paper.y = 130
}

/** A name in small letters above its value, in columns. */
function drawFacts(paper: PdfPaper): void {
  const { texts, context } = paper
  const width = (WIDTH - (FACT_COLUMNS - 1) * BETWEEN) / FACT_COLUMNS
  for (let first = 0; first < context.facts.length; first += FACT_COLUMNS) {
    let height = 0
    for (const [i, [label, value]] of context.facts.slice(first, first + FACT_COLUMNS).entries()) {
      const x = PAGE.side + i * (width + BETWEEN)
      const lines = texts.lines(value, width, 9, 4, 600)
      texts.draw(label, x, paper.y, 7.5, { color: GREY })
      for (const [n, line] of lines.entries())
        texts.draw(line, x, paper.y + 11 + n * LINE_HEIGHT, 9, { weight: 600 })
      height = Math.max(height, 11 + lines.length * LINE_HEIGHT)
    }
    paper.y += height + 9
  }
}

function drawSectionName(paper: PdfPaper, name: string): void {
  paper.y += 6
  paper.texts.draw(name, PAGE.side, paper.y, 12, { weight: 600, color: HEAD_COLOR })
  paper.y += 18
}

/** The sheets with figures, without those that repeat the totals of another sheet because they divide the same costs in another way. */
function differentTotals(summaries: readonly SheetSummary[]): readonly SheetSummary[] {
  const keys = summaries.map(({ figures }) => JSON.stringify(figures))
  return summaries.filter(
    ({ figures }, i) => figures.length > 0 && keys.indexOf(keys[i] ?? '') === i,
  )
}

/** The total of each sheet as figures with their names, as far as they fit above the bottom. */
function drawTotals(paper: PdfPaper, summaries: readonly SheetSummary[], bottom: number): void {
  const { texts, context } = paper
  const totals = differentTotals(summaries)
  if (totals.length === 0) return
  drawSectionName(paper, context.say('reports.file.totals'))
  const width = WIDTH / FIGURES_IN_LINE
  for (const { name, figures } of totals) {
    const lines = Math.ceil(figures.length / FIGURES_IN_LINE)
    if (paper.y + 15 + lines * FIGURE_HEIGHT > bottom) return
    paper.rule(paper.y, LINE_COLOR, 0.6)
    texts.draw(name, PAGE.side, paper.y + 4, 8.5, { weight: 600 })
    paper.y += 18
    for (const [i, { title, value }] of figures.entries()) {
      const x = PAGE.side + (i % FIGURES_IN_LINE) * width
      const y = paper.y + Math.floor(i / FIGURES_IN_LINE) * FIGURE_HEIGHT
      const [label = ''] = texts.lines(title, width - 8, 7, 1)
      texts.draw(value, x, y, 12, { weight: 600, color: BLACK })
      texts.draw(label, x, y + 16, 7, { color: GREY })
    }
    paper.y += lines * FIGURE_HEIGHT
  }
}

interface ContentsLine extends ContentsEntry {
  readonly isSheet: boolean
}
const columnsFor = (entries: readonly ContentsEntry[]): number =>
  entries.some(({ note }) => note !== '') ? NOTED_COLUMNS : CONTENTS_COLUMNS
/** The lines of the contents: sheets with their sections, or the sheets alone where there is not enough room. */
function contentsLines(paper: PdfPaper): ContentsLine[] {
  const { contents, pageNumber } = paper
  const hasNotes = contents.some(({ entries }) => entries.some(({ note }) => note !== ''))
  if (pageNumber < INDEX_FROM && !hasNotes) return []
  const sheetLine = ({ title, note, page }: ContentsSheet) => ({ title, note, page, isSheet: true })
  const room =
    Math.floor((PAGE.bottom - paper.y - 34) / LINE_HEIGHT) *
      (hasNotes ? NOTED_COLUMNS : CONTENTS_COLUMNS) -
    contents.length
  const all = contents.flatMap(sheet => [
    sheetLine(sheet),
    ...(sheet.entries.length > 1 || hasNotes
      ? sheet.entries.map(entry => ({ ...entry, isSheet: false }))
      : []),
  ])
  return all.length <= room ? all : contents.map(sheetLine)
}

function drawContents(paper: PdfPaper, lines: readonly ContentsLine[]): void {
  const { texts, context } = paper
  drawSectionName(paper, context.say('reports.file.index'))
  const columns = columnsFor(lines)
  const width = (WIDTH - (columns - 1) * BETWEEN) / columns
  const inColumn = Math.max(
    Math.ceil(lines.length / columns),
    Math.min(lines.length, Math.floor((PAGE.bottom - paper.y) / LINE_HEIGHT / 2)),
  )
  for (const [i, { title, note, page, isSheet }] of lines.entries()) {
    const x = PAGE.side + Math.floor(i / inColumn) * (width + BETWEEN)
    const y = paper.y + (i % inColumn) * LINE_HEIGHT
    const text = note === '' ? title : `${title} · ${note}`
    const indent = isSheet ? 0 : 10
    const weight = isSheet ? 600 : 400
    const [line = ''] = texts.lines(text, width - indent - 24, 8, 1, weight)
    texts.draw(line, x + indent, y, 8, { weight })
    texts.drawRight(String(page), x + width, y, 8, { color: GREY })
    paper.linkTo(page, x, y, width, LINE_HEIGHT)
  }
  paper.y += inColumn * LINE_HEIGHT
}
