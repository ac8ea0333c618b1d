// Reports: files about a period's data, which a task makes.
import { ById, endpoint, FileReply, FileStream, Id, Instant, text } from '@flotta/core/contract.ts'
import { part, resource } from '@flotta/core/resource.ts'
import { z } from 'zod'

export const ReportType = z.enum([
  'temp',
  'custom',
  'master',
  'tco',
  'drivers',
  'eyefuel',
  'eyeway',
  'eyegeo',
  'stays',
  'tandt',
  'ignition_events',
  'ignition_trips',
])
export type ReportType = z.infer<typeof ReportType>
export const ReportFormat = z.enum(['xlsx', 'pdf'])
export type ReportFormat = z.infer<typeof ReportFormat>

/** The values of `ready`. */
export const reportState = { pending: 0, ready: 1, failed: 2 } as const
/** How many days a link opens, and how many days the files are kept, both from the time when the report was ready (reports.38, reports.40). */
export const LINK_DAYS = 30
export const KEPT_DAYS = 90

/**
 * `ready`: 0 being made, 1 ready, 2 failed. `vehicle`: the plate; null: all vehicles that the customer sees. `services`: joined by commas. `read_at`: the reader's own mark.
 * `hash` null: there are no files, either not yet or no more. `progress`: percent. `error`: why it failed or why its files were withdrawn, in the language of the requester. `requested_by` null: a schedule, or a removed user.
 */
export const Report = z.object({
  id: Id,
  type: ReportType,
  ready: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  hash: z.string().nullable(),
  read_at: Instant.nullable(),
  vehicle: z.string().nullable(),
  services: z.string(),
  period_from: Instant,
  period_to: Instant,
  vehicle_id: Id.nullable(),
  progress: z.int(),
  error: z.string().nullable(),
  requested_by: z.string().nullable(),
  created_at: Instant,
})
export type Report = z.infer<typeof Report>

/** What a report is about. `services` are joined by commas (reports.18); without them those of the type (`types.ts`) are meant. The type `custom` has none of its own. */
const ReportParameters = z.object({
  type: ReportType,
  services: text(300)
    .refine(services => services !== '', 'reports.no_services')
    .optional(),
  period_from: Instant,
  period_to: Instant,
})
export const ReportForm = ReportParameters.extend({ vehicle_id: Id.nullable().default(null) })
export type ReportForm = z.input<typeof ReportForm>

export const reports = part(
  resource('reports', {
    record: Report,
    form: ReportForm,
    search: ['vehicle', 'services', 'type'],
    list_query: {
      vehicle_id: Id.optional(),
      type: ReportType.optional(),
      /** 1: only reports that the caller has not read. */
      unread: z.enum(['0', '1']).optional(),
    },
  }),
  'list',
  'all',
  'one',
)
const oneReport = { scope: { record: 'reports' }, params: ById } as const

export const requestReport = endpoint({
  method: 'POST',
  path: '/reports',
  summary:
    'Request a report of 31 days at most; the end is cut to now. With Idempotency-Key the same request within 24 h is answered as before',
  allow: 'edit',
  scope: 'customer',
  body: ReportForm,
  heeds: ['Idempotency-Key'],
  reply: Report,
  status: 201,
})
export const requestVehicleReport = endpoint({
  method: 'PUT',
  path: '/vehicles/:id/report',
  summary: 'Request a report of one vehicle, as POST reports does',
  allow: 'edit',
  scope: { vehicle: 'visible' },
  params: ById,
  body: ReportParameters,
  heeds: ['Idempotency-Key'],
  reply: Report,
})
export const markAsRead = endpoint({
  method: 'PUT',
  path: '/reports/:id',
  summary: 'Mark as read, for the caller alone',
  allow: 'view',
  ...oneReport,
  reply: Report,
})
export const removeReport = endpoint({
  method: 'DELETE',
  path: '/reports/:id',
  summary: 'Remove a report with its files; one that is being made is stopped',
  allow: 'edit',
  ...oneReport,
  reply: z.null(),
  status: 204,
})
const UnreadCount = z.object({ total: z.int() })
export const unreadCount = endpoint({
  method: 'GET',
  path: '/reports/unreaded',
  summary: 'How many reports that are no longer being made the caller has not read',
  allow: 'view',
  scope: 'customer',
  reply: UnreadCount,
})
export const markAllAsRead = endpoint({
  method: 'PUT',
  path: '/reports/markall',
  summary: 'Mark all as read, for the caller alone; answers how many are unread then',
  allow: 'view',
  scope: 'customer',
  reply: UnreadCount,
})

export const ReportCell = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type ReportCell = z.infer<typeof ReportCell>
/** How a special row looks. */
export const RowKind = z.enum(['heading', 'note', 'total', 'gap', 'marked'])
export type RowKind = z.infer<typeof RowKind>
/**
 * A sheet as the viewer shows it. Cells: instants in ISO 8601 UTC, days as `YYYY-MM-DD`, durations in seconds, numbers in the column's unit. The text of a heading, a note or a gap is in its first cell.
 * `kinds`: the kind of each special row, by its index. `total`: the rows of the sheet in the spreadsheet, of which the viewer gets the first `VIEWER_ROWS`.
 */
export const ReportSheet = z.object({
  name: z.string(),
  columns: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      unit: z.string().nullable(),
      format: z.string(),
    }),
  ),
  rows: z.array(z.array(ReportCell)),
  kinds: z.record(z.string(), RowKind),
  total: z.int(),
})
export type ReportSheet = z.infer<typeof ReportSheet>
export const VIEWER_ROWS = 100_000
/** The `data` of `GET reports/{id}/json`: first the sheets of data, then the sheet that says what the report is about. */
export const ReportJson = z.object({ sheets: z.array(ReportSheet) })
export type ReportJson = z.infer<typeof ReportJson>

export const reportJson = endpoint({
  method: 'GET',
  path: '/reports/:id/json',
  summary:
    'The sheets for the viewer, as `{data: {sheets: [{name, columns, rows, kinds, total}]}}`; 409 while there is none',
  allow: 'view',
  ...oneReport,
  reply: FileStream,
  kind: 'file',
})
const FormatQuery = z.object({ format: ReportFormat.optional() })
export const downloadReport = endpoint({
  method: 'GET',
  path: '/reports/:id/download',
  audit: 'export',
  summary:
    'The file: by default the PDF of a temperature report, else the spreadsheet; 409 while there is none',
  allow: 'view',
  ...oneReport,
  query: FormatQuery,
  reply: FileStream,
  kind: 'file',
})
export const reportLink = endpoint({
  method: 'GET',
  path: '/reports/:id/link/:hash',
  summary: 'The file without a session, for 30 days, by its hash',
  allow: 'anyone',
  scope: 'none',
  params: ById.extend({ hash: z.string() }),
  query: FormatQuery,
  reply: z.union([FileStream, FileReply]),
  kind: 'file',
})
