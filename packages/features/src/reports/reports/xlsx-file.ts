// The spreadsheet of a report, row by row into a zip: texts are texts, dates are dates on the customer's clocks, numbers are numbers.
import { PassThrough } from 'node:stream'
import { wholeMinutes } from '@flotta/core/durations.ts'
import type { Language } from '@flotta/core/languages.ts'
import { decimalsOf } from '@flotta/core/report-formats.ts'
import { DAY, MINUTE } from '@flotta/core/time.ts'
import type { Cell, Format, Item } from '@flotta/platform/report.ts'
import yazl from 'yazl'
import type { ReportFileStore } from './files.ts'
import { isRightAligned, spreadsheetDate, spreadsheetDay } from './format.ts'
import { gapText, type ReportContext, type SheetHead, type Writer, writeChunk } from './writer.ts'
import { Styles } from './xlsx-style.ts'

const CHUNK = 65_536
/** Rows of a sheet, columns' widths, characters of a cell and of a sheet's name, as the format has them. */
const MAX_ROWS = 1_048_576
const MAX_WIDTH = 60
const MAX_TEXT = 32_767
const MAX_NAME = 31
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS_NAMESPACE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006'

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

/** `A`, `B`, … `AA` */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

/** A sheet's name that spreadsheets take, unlike those before it whatever the case. */
export function sheetName(wanted: string, taken: ReadonlySet<string>): string {
  const plain =
    wanted
      .replace(/[[\]:*?/\\]/g, ' ')
      .replace(FORBIDDEN, '')
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/^'+|'+$/g, '') || '1'
  for (let n = 1; ; n++) {
    const suffix = n === 1 ? '' : ` (${n})`
    const name = plain.slice(0, MAX_NAME - suffix.length).trimEnd() + suffix
    if (!taken.has(name.toLowerCase())) return name
  }
}

/** @param most rows of a sheet; more go on in a next one */
export function xlsxFile(
  told: ReportContext,
  language: Language,
  parts: ReportFileStore,
  most = MAX_ROWS,
): Writer {
  const zip = new yazl.ZipFile()
  // what fails is heard where its bytes go
  zip.on('error', () => {})
  const done = parts.writeAll(zip.outputStream as unknown as AsyncIterable<Uint8Array>)
  const styles = new Styles(language)
  const sheets: { readonly name: string; readonly repeats: number | null }[] = []
  const names = new Set<string>()
  const options = { compressionLevel: 4 }
  let letters: string[] = []
  let head: SheetHead | null = null
  let sheet: PassThrough | null = null
  let failed: Error | null = null
  done.catch(error => {
    failed = error as Error
    sheet?.destroy(failed)
  })
  let text = ''
  let row = 0

  const flush = async () => {
    if (failed !== null) throw failed
    const chunk = text
    text = ''
    if (sheet !== null) await writeChunk(sheet, chunk, done)
  }
  const textCell = (column: number, said: string, style: number) =>
    said === ''
      ? blank(column, style)
      : `<c r="${letters[column]}${row}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(said.slice(0, MAX_TEXT))}</t></is></c>`
  const blank = (column: number, style: number) => `<c r="${letters[column]}${row}" s="${style}"/>`
  const number = (column: number, value: number, style: number) =>
    `<c r="${letters[column]}${row}" s="${style}"><v>${value}</v></c>`

  const valueCell = (
    column: number,
    cell: Cell,
    format: Format,
    look: 'plain' | 'marked' | 'total',
  ): string => {
    const style = styles.valueStyle(format, look)
    if (cell === null || cell === '') return look === 'plain' ? '' : blank(column, style)
    if (typeof cell === 'number' && Number.isFinite(cell)) {
      if (format === 'instant')
        return number(column, spreadsheetDate(told.formatter.localTime(cell)), style)
      // a part of a day, in whole minutes: a spreadsheet cuts seconds off where paper rounds them
      if (format === 'duration') return number(column, (wholeMinutes(cell) * MINUTE) / DAY, style)
      if (decimalsOf(format) !== null) return number(column, cell, style)
    }
    if (typeof cell === 'string' && format === 'day' && /^\d{4}-\d{2}-\d{2}$/.test(cell))
      return number(column, spreadsheetDay(cell), style)
    const said = told.formatter.text(cell, format)
    const tempting = /^[=+\-@\t\r]/.test(said)
    return textCell(
      column,
      said,
      tempting
        ? styles.specialStyle(look === 'plain' ? 'formula' : `formula_${look}`)
        : styles.valueStyle('text', look),
    )
  }
  const put = (cells: string, attributes = '') => {
    text += `<row r="${row}"${attributes}>${cells}</row>`
  }
  const values = (cells: readonly Cell[], look: 'plain' | 'marked' | 'total', from = 0): string => {
    let said = ''
    for (let i = from; i < letters.length; i++)
      said += valueCell(i, cells[i] ?? null, head?.columns[i]?.format ?? 'text', look)
    return said
  }
  const across = (said: string, style: number) =>
    textCell(0, said, style) +
    letters
      .slice(1)
      .map((_, i) => blank(i + 1, style))
      .join('')

  const open = () => {
    if (head === null) return
    const name = sheetName(head.name, names)
    names.add(name.toLowerCase())
    const hasIntro = head.intro.length > 0
    sheets.push({ name, repeats: hasIntro ? null : 1 })
    sheet = new PassThrough({ highWaterMark: CHUNK * 4 })
    sheet.on('error', () => {})
    zip.addReadStream(sheet, `xl/worksheets/sheet${sheets.length}.xml`, options)
    letters = head.columns.map((_, i) => columnName(i))
    const widths = head.columns.map(
      ({ width }, i) =>
        `<col min="${i + 1}" max="${i + 1}" width="${Math.min(MAX_WIDTH, width + 2)}" customWidth="1"/>`,
    )
    const view = hasIntro
      ? '<sheetView showGridLines="0" workbookViewId="0"/>'
      : '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>'
    text = `${DECLARATION}<worksheet xmlns="${MAIN_NAMESPACE}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews>${view}</sheetViews><sheetFormatPr defaultRowHeight="14"/><cols>${widths.join('')}</cols><sheetData>`
    row = 0
    if (hasIntro) {
      row++
      put(textCell(0, told.title, styles.specialStyle('title')))
      for (const [label, value] of head.intro) {
        row++
        put(
          textCell(0, label, styles.specialStyle('label')) +
            textCell(1, value, styles.specialStyle('value')),
        )
      }
      row++
    }
    row++
    put(
      head.columns
        .map(({ title, unit, format }, i) =>
          textCell(
            i,
            unit === null ? title : `${title} (${unit})`,
            styles.specialStyle(isRightAligned(format) ? 'head_right' : 'head'),
          ),
        )
        .join(''),
      ' ht="20" customHeight="1"',
    )
  }
  const close = async () => {
    text += `</sheetData><pageMargins left="0.4" right="0.4" top="0.6" bottom="0.6" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/><headerFooter><oddHeader>&amp;L${escapeXml(headerText(told.title))}&amp;R${escapeXml(headerText(told.period))}</oddHeader><oddFooter>&amp;C&amp;P / &amp;N</oddFooter></headerFooter></worksheet>`
    await flush()
    sheet?.end()
  }
  const next = async () => {
    await close()
    open()
  }
  /** @param needed rows that stand together */
  const write = (item: Item): void => {
    row++
    if ('row' in item) put(values(item.row, item.marked === true ? 'marked' : 'plain'))
    else if ('total' in item)
      put(
        textCell(0, told.words(item.label), styles.valueStyle('text', 'total')) +
          values(item.total, 'total', 1),
      )
    else if ('gap' in item) put(textCell(0, gapText(told, item.gap), styles.specialStyle('gap')))
    else if ('heading' in item) {
      put(across(item.heading, styles.specialStyle('heading')))
      if (item.note === undefined) return
      row++
      put(textCell(0, item.note, styles.specialStyle('note')))
    } else row--
  }
  return {
    begin(opened) {
      head = opened
      open()
    },
    item(item) {
      // a heading and its note are two
      if (row + 2 > most) return next().then(() => write(item))
      write(item)
      return text.length > CHUNK ? flush() : undefined
    },
    end: close,
    async finish() {
      for (const [path, content] of Object.entries(workbookFiles(sheets, told, styles)))
        zip.addBuffer(Buffer.from(content), path, options)
      zip.end()
      await done
    },
    destroy(error) {
      sheet?.destroy(error)
      ;(zip.outputStream as unknown as PassThrough).destroy(error)
    },
  }
}

/** In a printed page's head `&` is a code. */
const headerText = (text: string): string => text.replaceAll('&', '&&').slice(0, 100)

/** All files of the workbook but its sheets. */
function workbookFiles(
  sheets: readonly { readonly name: string; readonly repeats: number | null }[],
  told: ReportContext,
  styles: Styles,
): Readonly<Record<string, string>> {
  const each = (write: (n: number, sheet: (typeof sheets)[number]) => string) =>
    sheets.map((sheet, i) => write(i + 1, sheet)).join('')
  const titles = each((n, { name, repeats }) =>
    repeats === null
      ? ''
      : `<definedName name="_xlnm.Print_Titles" localSheetId="${n - 1}">'${escapeXml(name.replaceAll("'", "''"))}'!$${repeats}:$${repeats}</definedName>`,
  )
  const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  return {
    'xl/styles.xml': styles.xml(),
    'xl/workbook.xml': `${DECLARATION}<workbook xmlns="${MAIN_NAMESPACE}" xmlns:r="${RELATIONS_NAMESPACE}"><bookViews><workbookView/></bookViews><sheets>${each((n, { name }) => `<sheet name="${escapeXml(name)}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets>${titles === '' ? '' : `<definedNames>${titles}</definedNames>`}</workbook>`,
    'xl/_rels/workbook.xml.rels': `${DECLARATION}<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships">${each(n => `<Relationship Id="rId${n}" Type="${RELATIONS_NAMESPACE}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${sheets.length + 1}" Type="${RELATIONS_NAMESPACE}/styles" Target="styles.xml"/></Relationships>`,
    '_rels/.rels': `${DECLARATION}<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships"><Relationship Id="rId1" Type="${RELATIONS_NAMESPACE}/officeDocument" Target="xl/workbook.xml"/><Relationship Id="rId2" Type="${PACKAGE_NAMESPACE}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
    'docProps/core.xml': `${DECLARATION}<cp:coreProperties xmlns:cp="${PACKAGE_NAMESPACE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(`${told.title} · ${told.period}`)}</dc:title><dc:creator>Flotta</dc:creator></cp:coreProperties>`,
    '[Content_Types].xml': `${DECLARATION}<Types xmlns="${PACKAGE_NAMESPACE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>${each(n => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${sheetType}.worksheet+xml"/>`)}</Types>`,
  }
}
