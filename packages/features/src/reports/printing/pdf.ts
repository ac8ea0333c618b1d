// The receipt as a PDF: the certificate on its first page, then the excursions that did not fit there, and the values; on A4 pages, or on one page that is 80
// mm wide and as long as the receipt.
import type { Language } from '@flotta/core/languages.ts'
import type { PaperPages } from '@flotta/platform/report.ts'
import { bytesOf } from '../stream-bytes.ts'
import type { Certificate, Paper, Receipt } from './contract.ts'
import { drawChart, drawFacts, drawHead, drawSignature, drawVerdict } from './pdf-certificate.ts'
import { drawAllExcursions, drawExcursions } from './pdf-excursions.ts'
import { drawFigures } from './pdf-figures.ts'
import { GREY, MM, papers, ReceiptSheet, type Say } from './pdf-sheet.ts'
import { ValueTable } from './pdf-values.ts'

export type { Say } from './pdf-sheet.ts'

export async function receiptPdf(
  receipt: Receipt,
  paper: Paper,
  language: Language,
  say: Say,
): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = papers[paper]
  // Loading the library takes a tenth of the server's start, so it is loaded with the first receipt.
  const { default: PDFDocument } = await import('pdfkit')
  const page = new PDFDocument({
    size: [width * MM, height * MM],
    margin: 0,
    pdfVersion: '1.7',
    lang: language,
    displayTitle: true,
    info: {
      Title: `${say('printing.receipt.title')} · ${receipt.vehicle.plate}`,
      Author: receipt.company.name,
      Creator: 'Flotta',
    },
  })
  const sheet = new ReceiptSheet(page, receipt, {
    paper,
    language,
    say,
    title: 'printing.receipt.title',
    addPage: () => page.addPage(),
  })
  drawFirstPage(sheet)
  drawAllExcursions(sheet)
  if (receipt.rows.length > 0) new ValueTable(sheet).draw()
  // A roll ends where the receipt ends: only the upper part of the long page is kept.
  if (paper === '80mm')
    Object.assign(page.page.dictionary.data, {
      MediaBox: [0, height * MM - sheet.y - papers[paper].margin * MM, width * MM, height * MM],
    })
  page.end()
  const parts: Uint8Array[] = []
  for await (const part of bytesOf(page)) parts.push(part)
  return Buffer.concat(parts)
}

/**
 * Draws the same pages into a report of temperatures, whose first upright page exists already.
 * @param hasValues the values follow
 */
export function drawCertificate(
  { document, nextPage }: PaperPages,
  certificate: Certificate,
  language: Language,
  say: Say,
  hasValues: boolean,
): void {
  const sheet = new ReceiptSheet(document, certificate, {
    paper: 'a4',
    language,
    say,
    title: 'printing.certificate.title',
    addPage: nextPage,
  })
  drawFirstPage(sheet)
  drawAllExcursions(sheet)
  if (certificate.rows.length === 0) return
  if (hasValues) new ValueTable(sheet).draw()
  else sheet.text(say('printing.certificate.values_elsewhere'), sheet.size * 0.9, { color: GREY })
}

function drawFirstPage(sheet: ReceiptSheet): void {
  const { receipt, say, size } = sheet
  drawHead(sheet)
  drawVerdict(sheet)
  drawFacts(sheet)
  if (receipt.statistics.length > 0) {
    drawFigures(sheet)
    drawExcursions(sheet)
    drawChart(sheet)
  }
  if (receipt.since !== null)
    sheet.text(say('printing.receipt.since', { at: sheet.moment(receipt.since) }), size)
  if (receipt.rows.length === 0)
    sheet.text(say('printing.receipt.none'), size * 1.2, { weight: 600 })
  drawSignature(sheet)
}
