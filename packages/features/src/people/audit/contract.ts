// The audit trail of a company: who did what, when and from where, in a chain that shows what was removed.
import {
  endpoint,
  FileStream,
  Id,
  Instant,
  optionalFilter,
  Page,
  PageMeta,
  text,
} from '@flotta/core/contract.ts'
import { z } from 'zod'

export const AUDIT_YEARS = 2

/**
 * `subject` is a record by its kind and id (`users/12`). `via`: a session or an API token. `before` and `after`: the differing fields of a change, without
 * secrets. `id` counts within the company; `hash` is the SHA-256 of the row with `previous_hash`.
 */
export const AuditRow = z.object({
  id: z.int(),
  at: Instant,
  user: z.object({ id: Id, name: z.string().nullable(), email: z.string().nullable() }),
  via: z.enum(['session', 'token']).nullable(),
  address: z.string(),
  action: z.string(),
  subject: z.string(),
  call: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  hash: z.string(),
  previous_hash: z.string(),
})
export type AuditRow = z.infer<typeof AuditRow>
/** `subject_name`: the present name of the record; null: it has none, or does not exist any more. */
export const NamedAuditRow = AuditRow.extend({ subject_name: z.string().nullable() })
export type NamedAuditRow = z.infer<typeof NamedAuditRow>

const filters = {
  from: z.preprocess(value => (value === '' ? undefined : value), Instant.optional()),
  to: z.preprocess(value => (value === '' ? undefined : value), Instant.optional()),
  user_id: optionalFilter(Id),
  action: text(40).optional(),
  /** One record (`users/12`), or all of a kind (`users`). */
  subject: text(200).optional(),
}
/** A comparison with a time that is missing is false. */
const inOrder = [
  ({
    from = '',
    to = '',
  }: {
    readonly from?: string | undefined
    readonly to?: string | undefined
  }) => !(Date.parse(from) > Date.parse(to)),
  { path: ['to'] as PropertyKey[], error: 'validation.before_start' },
] as const
export const audit = endpoint({
  method: 'GET',
  path: '/audit',
  summary: 'Who did what in the company, newest first',
  allow: 'control',
  scope: 'customer',
  query: Page.extend(filters).refine(...inOrder),
  reply: z.array(NamedAuditRow),
  meta: PageMeta,
  etag: true,
})
export const auditExport = endpoint({
  method: 'GET',
  path: '/audit/export',
  summary:
    'The audit trail as a file, oldest first: CSV, or with `format=ndjson` one JSON object a line as it was hashed',
  allow: 'control',
  scope: 'customer',
  audit: 'export',
  query: z
    .object({ ...filters, format: z.enum(['csv', 'ndjson']).default('csv') })
    .refine(...inOrder),
  reply: FileStream,
  kind: 'file',
})
