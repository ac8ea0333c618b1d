// The installation as its operator sees it: which services are configured and whether they answer, the doctor's findings, and what is running, waiting and
// failed.
import { endpoint, Id, Instant, Page, PageMeta, requiredText } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { taskStates } from './values.ts'

export const serviceNames = ['mail', 'sms', 'geocoder', 'router', 'map'] as const
export type ServiceName = (typeof serviceNames)[number]

/** `setting`: the setting that turns it on. `host`: its host, without account and key. `waiting`: messages that wait for it. */
export const ExternalService = z.object({
  name: z.enum(serviceNames),
  setting: z.string(),
  set: z.boolean(),
  host: z.string().nullable(),
  waiting: z.int().nullable(),
})
export type ExternalService = z.infer<typeof ExternalService>

const Process = z.object({ instance: z.string(), roles: z.array(z.string()), version: z.string() })

/** Present counts; `database_bytes`, `disk_free` in bytes, null: unknown. */
const Figures = z.object({
  companies: z.int(),
  people: z.int(),
  vehicles: z.int(),
  devices: z.int(),
  connected: z.int(),
  tasks_waiting: z.int(),
  tasks_failed: z.int(),
  replays_waiting: z.int(),
  quarantined: z.int(),
  database_bytes: z.number(),
  disk_free: z.number().nullable(),
})
export type Figures = z.infer<typeof Figures>

/**
 * `map`: the map that readers begin with where the server has no streets of its own. `own_streets`: whether it has. `public_host`: the host from which
 * browsers would load.
 */
export const System = z.object({
  services: z.array(ExternalService),
  map: z.enum(['essential', 'streets']),
  own_streets: z.boolean(),
  public_host: z.string(),
  processes: z.array(Process),
  figures: Figures,
})
export type System = z.infer<typeof System>

const ofProvider = { allow: 'provider', scope: 'installation' } as const
export const system = endpoint({
  ...ofProvider,
  method: 'GET',
  path: '/provider/operation',
  summary: 'Which services are set, which processes work, and the figures of the installation',
  reply: System,
})
export const Finding = z.object({
  state: z.enum(['ok', 'warn', 'fail']),
  check: z.string(),
  says: z.string(),
  do: z.string().nullable(),
})
export const findings = endpoint({
  ...ofProvider,
  method: 'GET',
  path: '/provider/operation/findings',
  summary: 'What the doctor of the command line finds, in the language of the reader',
  reply: z.array(Finding),
})
/** `to`: the address or number for a test message; default: the caller's own. */
export const testService = endpoint({
  ...ofProvider,
  method: 'POST',
  path: '/provider/operation/test',
  summary:
    'Ask a service something, or send a test message by it; the answer has its own words, whether it worked or not. 409 where it is not set',
  body: z.object({ service: z.enum(serviceNames), to: requiredText(254).optional() }),
  reply: z.object({ works: z.boolean(), says: z.string(), ms: z.int() }),
})
export const setMap = endpoint({
  ...ofProvider,
  method: 'PUT',
  path: '/provider/operation/map',
  summary: 'Turn the public map service on (`streets`) or off (`essential`)',
  body: z.object({ map: z.enum(['essential', 'streets']) }),
  reply: System,
})

export const Task = z.object({
  id: z.uuid(),
  kind: z.string(),
  lane: z.string().nullable(),
  customer_id: Id.nullable(),
  state: taskStates,
  attempts: z.int(),
  created_at: Instant,
  ended_at: Instant.nullable(),
  error: z.string().nullable(),
})
export type Task = z.infer<typeof Task>
export const tasks = endpoint({
  ...ofProvider,
  method: 'GET',
  path: '/provider/tasks',
  summary: 'Durable tasks of every company, newest first',
  query: Page.extend({ state: taskStates.optional() }),
  reply: z.array(Task),
  meta: PageMeta,
  etag: true,
})
const ByTask = z.object({ id: z.uuid() })
export const retryTask = endpoint({
  ...ofProvider,
  method: 'POST',
  path: '/provider/tasks/:id/retry',
  summary: 'Run a task at once that waits for its next try, failed or was cancelled',
  params: ByTask,
  reply: z.null(),
  status: 204,
})
export const cancelTask = endpoint({
  ...ofProvider,
  method: 'POST',
  path: '/provider/tasks/:id/cancel',
  summary: 'Cancel a task that waits or runs',
  params: ByTask,
  reply: z.null(),
  status: 204,
})

/** Without its text, which may contain the place of somebody's vehicle. */
export const Mail = z.object({
  id: Id,
  channel: z.enum(['email', 'sms', 'chat']),
  recipient: z.string(),
  subject: z.string(),
  created_at: Instant,
  sent_at: Instant.nullable(),
  failed_at: Instant.nullable(),
  attempts: z.int(),
  error: z.string().nullable(),
})
export type Mail = z.infer<typeof Mail>
export const mails = endpoint({
  ...ofProvider,
  method: 'GET',
  path: '/provider/mails',
  summary: 'Mails and SMS of every company, newest first, without their text',
  query: Page.extend({ only: z.enum(['waiting']).optional() }),
  reply: z.array(Mail),
  meta: PageMeta,
  etag: true,
})

/** `host`: the computer of a command, `api` for a call. `arguments`: the input, as JSON. */
export const TrailLine = z.object({
  id: Id,
  at: Instant,
  account: z.string(),
  host: z.string(),
  command: z.string(),
  arguments: z.string(),
  error: z.string().nullable(),
})
export type TrailLine = z.infer<typeof TrailLine>
export const trail = endpoint({
  ...ofProvider,
  method: 'GET',
  path: '/provider/trail',
  summary: 'What was changed by commands and by calls of providers, newest first',
  query: Page.extend({ only: z.enum(['imports']).optional() }),
  reply: z.array(TrailLine),
  meta: PageMeta,
  etag: true,
})

export const Backup = z.object({
  id: Id,
  marked_at: Instant,
  kept_at: Instant,
  way: z.string(),
  place: z.string(),
})
export type Backup = z.infer<typeof Backup>
export const backups = endpoint({
  ...ofProvider,
  method: 'GET',
  path: '/provider/backups',
  summary: 'The backups that are known to be whole, newest first',
  etag: true,
  reply: z.array(Backup),
})

const Reason = z.enum(['future', 'ancient', 'retention', 'unmounted', 'data'])
/** The fault of a record, never its contents. */
export const QuarantineRecord = z.object({
  id: Id,
  identifier: z.string().nullable(),
  reason: z.string(),
  message_datetime: Instant.nullable(),
  received_at: Instant,
  error: z.string().nullable(),
})
export type QuarantineRecord = z.infer<typeof QuarantineRecord>
export const quarantine = endpoint({
  ...ofProvider,
  method: 'GET',
  path: '/provider/quarantine',
  summary: 'Records that wait in the quarantine: how many by reason, and the oldest of them',
  query: z.object({ reason: Reason.optional() }),
  reply: z.object({
    counts: z.array(z.object({ reason: z.string(), count: z.int() })),
    records: z.array(QuarantineRecord),
  }),
})
export const releaseQuarantine = endpoint({
  ...ofProvider,
  method: 'POST',
  path: '/provider/quarantine/release',
  summary: 'Take records in again, their times moved by `offset` seconds',
  body: z.object({
    reason: Reason.optional(),
    offset: z.int().min(-2_000_000_000).max(2_000_000_000).default(0),
  }),
  reply: z.object({ released: z.int(), refused: z.int() }),
})
