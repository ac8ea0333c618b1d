// A table of a screen that the server turns into a file.
import { z } from 'zod'
import { endpoint, FileReply, requiredText, text } from './contract.ts'

/** Largest number of rows of one file. */
export const TABLE_MOST_ROWS = 10_000
const MOST_COLUMNS = 40
/** Separator of the cells of a row; no cell contains it. */
export const CELL_END = '\t'

/**
 * Cells are texts as the reader sees them: numbers with the separators of the language. A row is one text with its cells divided by tabs, because a
 * body may not contain more values.
 */
export const tablePdf = endpoint({
  method: 'POST',
  path: '/exports/pdf',
  summary:
    'A table as a PDF: what a screen shows, with the company’s name, the time and numbered pages. The cells of a row are divided by tabs. `figures`: the column stands to the right',
  reads_only: true,
  audit: 'export',
  secret_body: true,
  allow: 'view',
  scope: 'customer',
  body: z.object({
    title: requiredText(100),
    columns: z
      .array(z.object({ title: text(100), figures: z.boolean().default(false) }))
      .min(1)
      .max(MOST_COLUMNS),
    rows: z.array(z.string().max(8_000)).max(TABLE_MOST_ROWS),
  }),
  body_limit: 4_194_304,
  reply: FileReply,
  kind: 'file',
})
