// The figures of a receipt's sensors: on A4 a line for each, on a roll a small table for each, so that no word is broken.
import { formatDay } from '@flotta/core/time.ts'
import { GREY, lineStep, MM, type ReceiptSheet, type SheetColumn } from './pdf-sheet.ts'
import { limitsOf } from './verdict.ts'

interface FigureColumn extends SheetColumn {
  readonly name: string
  /** On a roll it stands above the figures. */
  readonly above?: true
}
const figureColumns: readonly FigureColumn[] = [
  { name: 'sensor', share: 2.2, above: true },
  { name: 'limits', share: 2.4, align: 'right', above: true },
  { name: 'min', share: 1.9, align: 'right' },
  { name: 'max', share: 1.9, align: 'right' },
  { name: 'average', share: 2, align: 'right' },
  { name: 'mean_kinetic', share: 1.5, align: 'right' },
  { name: 'outside', share: 1.6, align: 'right', above: true },
  { name: 'received', share: 1.5, align: 'right' },
]

/** For each sensor its limits, extremes with times, means, time outside, and completeness. */
export function drawFigures(sheet: ReceiptSheet): void {
  const { receipt, say, size, rowSize } = sheet
  const isRoll = sheet.paper !== 'a4'
  const columns = figureColumns.filter(({ above }) => above === undefined || !isRoll)
  sheet.text(say('printing.receipt.unit'), size * 0.9, { color: GREY })
  sheet.titles(columns)
  for (const figures of receipt.statistics) {
    sheet.reserve(3 * lineStep(size))
    const values = figureTexts(sheet, figures)
    const details = sensorText(sheet, figures.sensor)
    if (isRoll) drawSensor(sheet, values, details)
    const line = (texts: Readonly<Record<string, string>>, size: number): void =>
      sheet.line(
        columns,
        columns.map(({ name }) => texts[name] ?? ''),
        size,
        isRoll || texts !== values ? {} : { bold: [0] },
      )
    line(values, rowSize)
    const times = { min: sheet.shortMoment(figures.min_at), max: sheet.shortMoment(figures.max_at) }
    line({ ...times, sensor: details }, rowSize * 0.85)
  }
  if (receipt.statistics.some(({ mean_kinetic }) => mean_kinetic !== null))
    sheet.text(say('printing.receipt.mean_kinetic_text'), size * 0.8, { color: GREY })
  sheet.y += 2 * MM
}

/** On a roll: the sensor above its figures, with its limits and its time outside. */
function drawSensor(
  sheet: ReceiptSheet,
  { sensor = '', limits = '', outside = '' }: Readonly<Record<string, string>>,
  details: string,
): void {
  const { say, rowSize } = sheet
  const [x, width] = [sheet.left + 1.5 * MM, sheet.width - 3 * MM]
  sheet.text(sensor, rowSize, { weight: 600 }, width, x)
  const facts = [
    `${say('printing.receipt.limits')} ${limits}`,
    outside === '' ? '' : `${say('printing.receipt.outside')} ${outside}`,
    details,
  ]
  sheet.text(facts.filter(Boolean).join(' · '), rowSize * 0.9, { color: GREY }, width, x)
}

function figureTexts(
  sheet: ReceiptSheet,
  figures: ReceiptSheet['receipt']['statistics'][number],
): Readonly<Record<string, string>> {
  const limits = limitsOf(figures.sensor, sheet.receipt)
  const [first] = limits
  const compartment =
    first === undefined
      ? ''
      : ` · ${sheet.say('printing.receipt.compartment', { number: first.compartment })}`
  return {
    sensor: `${figures.sensor}${compartment}`,
    limits:
      limits.length === 0
        ? '—'
        : limits
            .map(({ low, high }) => `${sheet.degrees(low)} … ${sheet.degrees(high)}`)
            .join('; '),
    min: sheet.degrees(figures.min),
    max: sheet.degrees(figures.max),
    average: sheet.degrees(figures.average),
    mean_kinetic: sheet.degrees(figures.mean_kinetic),
    outside: figures.minutes_outside === null ? '' : `${figures.minutes_outside} min`,
    received: sheet.percent(figures.completeness),
  }
}

/** Serial number and last check, where they were entered. */
function sensorText({ receipt, say }: ReceiptSheet, sensor: string): string {
  const data = receipt.sensors.find(s => s.sensor === sensor)
  return [
    data?.serial == null ? '' : say('printing.receipt.sensor_serial', { serial: data.serial }),
    data?.checked == null
      ? ''
      : say('printing.receipt.sensor_checked', { day: formatDay(data.checked) }),
  ]
    .filter(Boolean)
    .join(' · ')
}
