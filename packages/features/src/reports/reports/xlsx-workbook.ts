// The parts of a spreadsheet's XML that are the same in every row: the frame of a sheet, and the files of the workbook beside its sheets.

import type { ReportContext } from './writer.ts'
import { escapeXml, sheetReference } from './xlsx-cells.ts'
import type { Styles } from './xlsx-style.ts'

export const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
export const RELATIONS_NAMESPACE =
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006'
/** The widest that a column may be, in characters. */
const MAX_WIDTH = 60

export interface WorkbookSheet {
  readonly name: string
  /** The number in the name of its file. */
  readonly file: number
  /** The cells of its table, with the titles: `A1:F24`; null: it has none. */
  readonly table: string | null
  /** A chart's sheet: the cells that the chart covers, which alone are printed: `A1:P36`. */
  readonly chart?: string
  /** A chart's sheet: the file of the sheet that it belongs to. */
  readonly after?: number
}

/**
 * The XML of a sheet before its rows.
 * @param widths of the columns, in characters
 * @param isTable its first row, the titles, does not scroll
 */
export function sheetBegin(widths: readonly number[], isTable: boolean): string {
  const columns = widths.map(
    (width, i) =>
      `<col min="${i + 1}" max="${i + 1}" width="${Math.min(MAX_WIDTH, width)}" customWidth="1"/>`,
  )
  const view = isTable
    ? '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>'
    : '<sheetView showGridLines="0" workbookViewId="0"/>'
  return `${DECLARATION}<worksheet xmlns="${MAIN_NAMESPACE}" xmlns:r="${RELATIONS_NAMESPACE}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews>${view}</sheetViews><sheetFormatPr defaultRowHeight="14"/><cols>${columns.join('')}</cols><sheetData>`
}

/**
 * The XML of a sheet after its rows.
 * @param table the cells that have a filter
 * @param hasChart a chart stands over its cells
 */
export const sheetEnd = (
  { title, period }: Pick<ReportContext, 'title' | 'period'>,
  table: string | null,
  hasChart = false,
): string =>
  `</sheetData>${table === null ? '' : `<autoFilter ref="${table}"/>`}<pageMargins left="0.4" right="0.4" top="0.6" bottom="0.6" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/><headerFooter><oddHeader>&amp;L${escapeXml(headerText(title))}&amp;R${escapeXml(headerText(period))}</oddHeader><oddFooter>&amp;C&amp;P / &amp;N</oddFooter></headerFooter>${hasChart ? '<drawing r:id="rId1"/>' : ''}</worksheet>`

/** In the header of a printed page `&` begins a code; two of them are printed as one. */
const headerText = (text: string): string => text.replaceAll('&', '&&').slice(0, 100)

const chartTypes = (file: number): string =>
  `<Override PartName="/xl/drawings/drawing${file}.xml" ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"/><Override PartName="/xl/charts/chart${file}.xml" ContentType="application/vnd.openxmlformats-officedocument.drawingml.chart+xml"/>`

/** `A1:F24` as `$A$1:$F$24` */
const fixedCells = (cells: string): string => cells.replace(/([A-Z]+)(\d+)/g, '$$$1$$$2')

/** The files of the workbook beside its sheets: their content by their path. */
export function workbookFiles(
  sheets: readonly WorkbookSheet[],
  { title, period }: Pick<ReportContext, 'title' | 'period'>,
  styles: Styles,
): Readonly<Record<string, string>> {
  const each = (write: (n: number, sheet: WorkbookSheet) => string) =>
    sheets.map((sheet, i) => write(i + 1, sheet)).join('')
  // The defined names: the filter of a sheet, the row that every printed page repeats, and the printed area of a chart's sheet.
  const names = sheets.flatMap(({ name, table, chart }, i) => {
    const definedName = (word: string, cells: string, attributes = '') =>
      `<definedName name="_xlnm.${word}" localSheetId="${i}"${attributes}>${sheetReference(name)}!${cells}</definedName>`
    if (chart !== undefined) return [definedName('Print_Area', fixedCells(chart))]
    if (table === null) return []
    return [
      definedName('_FilterDatabase', fixedCells(table), ' hidden="1"'),
      definedName('Print_Titles', '$1:$1'),
    ]
  })
  const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  return {
    'xl/styles.xml': styles.xml(),
    'xl/workbook.xml': `${DECLARATION}<workbook xmlns="${MAIN_NAMESPACE}" xmlns:r="${RELATIONS_NAMESPACE}"><bookViews><workbookView/></bookViews><sheets>${each((n, { name }) => `<sheet name="${escapeXml(name)}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets>${names.length === 0 ? '' : `<definedNames>${names.join('')}</definedNames>`}</workbook>`,
    'xl/_rels/workbook.xml.rels': `${DECLARATION}<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships">${each((n, { file }) => `<Relationship Id="rId${n}" Type="${RELATIONS_NAMESPACE}/worksheet" Target="worksheets/sheet${file}.xml"/>`)}<Relationship Id="rId${sheets.length + 1}" Type="${RELATIONS_NAMESPACE}/styles" Target="styles.xml"/></Relationships>`,
    '_rels/.rels': `${DECLARATION}<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships"><Relationship Id="rId1" Type="${RELATIONS_NAMESPACE}/officeDocument" Target="xl/workbook.xml"/><Relationship Id="rId2" Type="${PACKAGE_NAMESPACE}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
    'docProps/core.xml': `${DECLARATION}<cp:coreProperties xmlns:cp="${PACKAGE_NAMESPACE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(`${title} · ${period}`)}</dc:title><dc:creator>Flotta</dc:creator></cp:coreProperties>`,
    '[Content_Types].xml': `${DECLARATION}<Types xmlns="${PACKAGE_NAMESPACE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>${each(n => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${sheetType}.worksheet+xml"/>`)}${each((_, { file, chart }) => (chart === undefined ? '' : chartTypes(file)))}</Types>`,
  }
}
