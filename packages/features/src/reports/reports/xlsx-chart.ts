// A sheet of a spreadsheet with a chart over the table of its points: lines over time, interrupted where the table has an empty cell.
import { DAY } from '@flotta/core/time.ts'
import type { ReportChart } from '@flotta/platform/report.ts'
import { thinOut } from '../chart-axes.ts'
import { seriesColors } from '../chart-colors.ts'
import { spreadsheetDate, unitOf } from './format.ts'
import type { ReportContext } from './writer.ts'
import { columnName, escapeXml, numberCell, sheetReference, textCell } from './xlsx-cells.ts'
import type { Styles } from './xlsx-style.ts'
import { DECLARATION, RELATIONS_NAMESPACE, sheetBegin, sheetEnd } from './xlsx-workbook.ts'

/** A chart with the sheet and subject that it belongs to. */
export interface ChartOf {
  readonly subject: string
  readonly chart: ReportChart
  /** The file of the sheet that it follows. */
  readonly after: number
}
/** The first column of the points; the chart stands over the columns before it. */
const FIRST_COLUMN = 17
/** Points of a line: more than a screen has columns. */
const COLUMNS_OF_LINE = 1_500
/** The size of the chart in columns and rows. */
const [CHART_COLUMNS, CHART_ROWS] = [16, 36]
/** The cells that it covers. */
export const CHART_CELLS = `A1:${columnName(CHART_COLUMNS - 1)}${CHART_ROWS}`
const DRAWING_NAMESPACE = 'http://schemas.openxmlformats.org/drawingml/2006'

interface Line {
  readonly label: string
  readonly points: readonly (readonly [at: number, value: number | null])[]
  readonly color: string
  readonly isDashed: boolean
  readonly isLimit: boolean
  /** The columns of its times and of its values. */
  readonly at: string
  readonly value: string
}
function linesOf({ series }: ReportChart): Line[] {
  const colors = seriesColors(series)
  const times = series.flatMap(({ points }) => points.map(([at]) => at))
  const first = times.reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY)
  const last = times.reduce((most, at) => Math.max(most, at), Number.NEGATIVE_INFINITY)
  const columnOf = (at: number) =>
    Math.floor(((at - first) / Math.max(1, last - first)) * COLUMNS_OF_LINE)
  return series.map(({ label, points, dashed, limit }, i) => ({
    label,
    points: thinOut(points, columnOf),
    color: colors[i] ?? '#000000',
    isDashed: dashed === true,
    isLimit: limit === true,
    at: columnName(FIRST_COLUMN + 2 * i),
    value: columnName(FIRST_COLUMN + 2 * i + 1),
  }))
}

/**
 * The files of the sheet and of its chart, by their paths.
 * @param name of the sheet
 * @param file its number
 */
export function chartSheetFiles(
  { subject, chart }: ChartOf,
  { name, file }: { readonly name: string; readonly file: number },
  context: ReportContext,
  styles: Styles,
): Readonly<Record<string, string>> {
  const lines = linesOf(chart)
  const unit = unitOf(chart.format)
  const title = `${context.words(chart.title)}${unit === null ? '' : ` (${unit})`} · ${subject}`
  const relations = (type: string, target: string) =>
    `${DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS_NAMESPACE}/${type}" Target="${target}"/></Relationships>`
  return {
    [`xl/worksheets/sheet${file}.xml`]: sheetXml(lines, chart, context, styles),
    [`xl/worksheets/_rels/sheet${file}.xml.rels`]: relations(
      'drawing',
      `../drawings/drawing${file}.xml`,
    ),
    [`xl/drawings/drawing${file}.xml`]: drawingXml(title),
    [`xl/drawings/_rels/drawing${file}.xml.rels`]: relations('chart', `../charts/chart${file}.xml`),
    [`xl/charts/chart${file}.xml`]: chartXml(title, lines, sheetReference(name), context),
  }
}

function sheetXml(
  lines: readonly Line[],
  { format }: ReportChart,
  context: ReportContext,
  styles: Styles,
): string {
  const { formatter, say } = context
  const head = styles.specialStyle('head')
  const [instant, value] = [
    styles.valueStyle('instant', 'plain'),
    styles.valueStyle(format, 'plain'),
  ]
  const heads = lines.map(
    line =>
      textCell(`${line.at}1`, `${say('reports.column.at')} ${line.label}`, head) +
      textCell(`${line.value}1`, line.label, head),
  )
  const most = lines.reduce((count, { points }) => Math.max(count, points.length), 0)
  let rows = ''
  for (let i = 0; i < most; i++) {
    const n = i + 2
    rows += `<row r="${n}">`
    for (const line of lines) {
      const [at, cell] = line.points[i] ?? [null, null]
      if (at !== null)
        rows += numberCell(`${line.at}${n}`, spreadsheetDate(formatter.localTime(at)), instant)
      if (cell !== null) rows += numberCell(`${line.value}${n}`, cell, value)
    }
    rows += '</row>'
  }
  const widths = Array.from({ length: FIRST_COLUMN + 2 * lines.length }, (_, i) =>
    i < FIRST_COLUMN ? 9 : (i - FIRST_COLUMN) % 2 === 0 ? 21 : 14,
  )
  return `${sheetBegin(widths, false)}<row r="1">${heads.join('')}</row>${rows}${sheetEnd(context, null, true)}`
}

const drawingXml = (title: string): string =>
  `${DECLARATION}<xdr:wsDr xmlns:xdr="${DRAWING_NAMESPACE}/spreadsheetDrawing" xmlns:a="${DRAWING_NAMESPACE}/main"><xdr:twoCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>0</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:to><xdr:col>${CHART_COLUMNS}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${CHART_ROWS}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to><xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="${escapeXml(title)}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="${DRAWING_NAMESPACE}/chart"><c:chart xmlns:c="${DRAWING_NAMESPACE}/chart" xmlns:r="${RELATIONS_NAMESPACE}" r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor></xdr:wsDr>`

/** Days between two marks of the time axis: whole hours or whole days. */
const STEPS = [1 / 24, 1 / 12, 1 / 8, 1 / 6, 1 / 4, 1 / 2, 1, 2, 4, 7] as const
const MOST_STEPS = 12
/**
 * The ends of the time axis, on marks that stand on whole steps.
 * @param first
 * @param last spreadsheet days
 */
export function roundAxis(
  first: number,
  last: number,
): { readonly first: number; readonly last: number; readonly step: number } {
  const step = STEPS.find(days => (last - first) / days <= MOST_STEPS) ?? 7
  // steps of several days begin with the first day
  const ofDay = Math.max(1, Math.round(1 / step))
  const begin = Math.floor(first * ofDay)
  const end = Math.max(Math.ceil(last * ofDay), begin + 1)
  return { first: begin / ofDay, last: end / ofDay, step }
}

function chartXml(
  title: string,
  lines: readonly Line[],
  sheet: string,
  { formatter, language }: ReportContext,
): string {
  const cells = (column: string, from: number, to: number) =>
    `${sheet}!$${column}$${from}:$${column}$${to}`
  const series = lines.map((line, i) => {
    const last = line.points.length + 1
    const dash = line.isLimit ? 'sysDot' : line.isDashed ? 'dash' : 'solid'
    return `<c:ser><c:idx val="${i}"/><c:order val="${i}"/><c:tx><c:strRef><c:f>${sheet}!$${line.value}$1</c:f></c:strRef></c:tx><c:spPr><a:ln w="${line.isLimit ? 9_525 : 15_875}"><a:solidFill><a:srgbClr val="${line.color.slice(1)}"/></a:solidFill><a:prstDash val="${dash}"/></a:ln></c:spPr><c:marker><c:symbol val="none"/></c:marker><c:xVal><c:numRef><c:f>${cells(line.at, 2, last)}</c:f></c:numRef></c:xVal><c:yVal><c:numRef><c:f>${cells(line.value, 2, last)}</c:f></c:numRef></c:yVal><c:smooth val="0"/></c:ser>`
  })
  const limits = lines.flatMap(({ isLimit }, i) =>
    isLimit ? [`<c:legendEntry><c:idx val="${i}"/><c:delete val="1"/></c:legendEntry>`] : [],
  )
  const times = lines.flatMap(({ points }) => points.map(([at]) => at))
  const end = (of: (a: number, b: number) => number) =>
    spreadsheetDate(formatter.localTime(times.reduce((a, b) => of(a, b))))
  const { first, last, step } = roundAxis(end(Math.min), end(Math.max))
  const separator = language === 'de' ? '\\.' : '/'
  const timeFormat = (last - first) * DAY > 2 * DAY ? `dd${separator}mm` : 'hh:mm'
  return `${DECLARATION}<c:chartSpace xmlns:c="${DRAWING_NAMESPACE}/chart" xmlns:a="${DRAWING_NAMESPACE}/main" xmlns:r="${RELATIONS_NAMESPACE}"><c:roundedCorners val="0"/><c:chart><c:title><c:tx><c:rich><a:bodyPr/><a:lstStyle/><a:p><a:pPr><a:defRPr sz="1200" b="1"/></a:pPr><a:r><a:rPr lang="${language}" sz="1200" b="1"/><a:t>${escapeXml(title)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title><c:autoTitleDeleted val="0"/><c:plotArea><c:layout/><c:scatterChart><c:scatterStyle val="lineMarker"/><c:varyColors val="0"/>${series.join('')}<c:axId val="50010001"/><c:axId val="50010002"/></c:scatterChart><c:valAx><c:axId val="50010001"/><c:scaling><c:orientation val="minMax"/><c:max val="${last}"/><c:min val="${first}"/></c:scaling><c:delete val="0"/><c:axPos val="b"/><c:numFmt formatCode="${timeFormat}" sourceLinked="0"/><c:majorTickMark val="out"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/><c:crossAx val="50010002"/><c:crosses val="min"/><c:crossBetween val="midCat"/><c:majorUnit val="${step}"/></c:valAx><c:valAx><c:axId val="50010002"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="l"/><c:majorGridlines><c:spPr><a:ln w="6350"><a:solidFill><a:srgbClr val="DFE3EA"/></a:solidFill></a:ln></c:spPr></c:majorGridlines><c:numFmt formatCode="General" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/><c:crossAx val="50010001"/><c:crosses val="min"/><c:crossBetween val="midCat"/></c:valAx></c:plotArea><c:legend><c:legendPos val="b"/>${limits.join('')}<c:overlay val="0"/></c:legend><c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart></c:chartSpace>`
}
