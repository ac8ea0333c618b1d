// The excursions of a receipt: the longest on its first page, and all of them after the signature where there are more.
import { longestExcursions } from '../register/longest-excursions.ts'
import type { Receipt } from './contract.ts'
import { GREY, lineStep, MM, type ReceiptSheet, type SheetColumn } from './pdf-sheet.ts'

const columns: readonly (SheetColumn & { readonly name: string })[] = [
  { name: 'sensor', share: 1.4 },
  { name: 'from', share: 1.6 },
  { name: 'to', share: 1.6 },
  { name: 'outside', share: 1.5, align: 'right' },
  { name: 'peak', share: 2.4, align: 'right' },
  { name: 'cause', share: 2 },
]

/** Each time beyond the limits, with its peak and its cause where that is known; of many the longest. */
export function drawExcursions(sheet: ReceiptSheet): void {
  const { receipt, say, size } = sheet
  const all = receipt.excursions
  sheet.text(say('printing.receipt.excursions'), size, { weight: 600 })
  if (all.length === 0) sheet.text(say('printing.receipt.no_excursions'), size)
  else {
    const excursions = longestExcursions(all)
    drawLines(sheet, excursions)
    if (excursions.length < all.length) {
      const values = { count: excursions.length, total: all.length }
      sheet.text(say('printing.receipt.longest', values), size * 0.9, { color: GREY })
    }
  }
  sheet.y += 2 * MM
}

/** All of them in the order of time, where the first page has only the longest. */
export function drawAllExcursions(sheet: ReceiptSheet): void {
  const { receipt, say, size, paper } = sheet
  const all = receipt.excursions
  if (longestExcursions(all).length === all.length) return
  if (paper === 'a4') sheet.nextPage()
  else sheet.y += 4 * MM
  sheet.text(say('printing.receipt.all_excursions', { total: all.length }), size, { weight: 600 })
  drawLines(sheet, all)
}

/** On a roll peak and cause stand below the times. */
const rollColumns = columns.filter(({ name }) => name !== 'peak' && name !== 'cause')

function drawLines(sheet: ReceiptSheet, excursions: Receipt['excursions']): void {
  const { say, rowSize } = sheet
  const isRoll = sheet.paper !== 'a4'
  const shownColumns = isRoll ? rollColumns : columns
  const drawTitles = () => sheet.titles(shownColumns)
  drawTitles()
  for (const { sensor, from, to, minutes, peak, peak_at, cause, registered } of excursions) {
    sheet.reserve(2 * lineStep(rowSize), drawTitles)
    const peakText = `${sheet.degrees(peak)} (${sheet.shortMoment(peak_at)})${registered ? '' : ' ~'}`
    const causeText = cause === null ? '—' : say(`register.cause.${cause}`)
    const values = [
      sensor,
      sheet.shortMoment(from),
      sheet.shortMoment(to),
      `${minutes} min`,
      peakText,
      causeText,
    ]
    sheet.line(shownColumns, values.slice(0, shownColumns.length), rowSize)
    if (isRoll)
      sheet.line(
        [{ share: 1.4 }, { share: 4.7 }],
        ['', `${say('printing.receipt.peak')} ${peakText} · ${causeText}`],
        rowSize * 0.9,
      )
  }
}
