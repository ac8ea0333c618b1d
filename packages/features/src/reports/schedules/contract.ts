// Scheduled reports: made for every day, week or month, and mailed to their recipients.
import { ById, Email, endpoint, Id, Instant, optionalFilter, text } from '@flotta/core/contract.ts'
import { Language } from '@flotta/core/languages.ts'
import { nameText } from '@flotta/core/names.ts'
import { resource } from '@flotta/core/resource.ts'
import { z } from 'zod'
import { Report } from '../reports/contract.ts'
import { rhythms } from './rules.ts'

export const MAX_SCHEDULES = 100
export const MAX_RECIPIENTS = 20
/** Runs of each schedule that the list shows. */
export const SHOWN_RUNS = 5

const Active = z.union([z.literal(0), z.literal(1)])
/** The subject: all vehicles of the customer, those of a fleet, or one vehicle. */
export const About = z.enum(['all', 'fleet', 'vehicle'])
export type About = z.infer<typeof About>
const Hour = z.int().min(0).max(23)

/**
 * `services` are joined by commas, as in a report. The report of the last whole day, week (on Monday) or month (on the first) is made at `hour` by the customer's clocks.
 * `vehicle_id` or `fleet_id` is null while `about` names it where the vehicle or fleet was removed. Mails are written in `language`.
 */
export const Schedule = z.object({
  id: Id,
  name: z.string(),
  type: Report.shape.type,
  services: z.string(),
  about: About,
  vehicle_id: Id.nullable(),
  fleet_id: Id.nullable(),
  /** The plate of the vehicle, or the code of the fleet. */
  about_name: z.string().nullable(),
  every: z.enum(rhythms),
  hour: Hour,
  recipients: z.array(z.string()),
  language: Language,
  active: Active,
})
export type Schedule = z.infer<typeof Schedule>

/** Empty addresses are dropped, and each address is kept once. */
const Recipients = z
  .array(text(254))
  .max(MAX_RECIPIENTS)
  .transform(recipients => recipients.filter(address => address !== ''))
  .pipe(z.array(Email))
  .refine(addresses => addresses.length > 0, 'validation.required')
  .transform(addresses => [...new Set(addresses)])

/** `vehicle_id` or `fleet_id` is needed as `about` says; the other one is dropped. */
export const ScheduleForm = z.object({
  name: nameText(100),
  type: Report.shape.type,
  services: text(500).default(''),
  about: About.default('all'),
  vehicle_id: Id.nullable().default(null),
  fleet_id: Id.nullable().default(null),
  every: z.enum(rhythms),
  hour: Hour.default(6),
  recipients: Recipients,
  /** Default: the language of the installation. */
  language: Language.optional(),
  active: Active.default(1),
})
export const schedules = resource('report_schedules', {
  record: Schedule,
  form: ScheduleForm,
  search: ['name', 'about_name'],
  list_query: {
    vehicle_id: Id.optional(),
    fleet_id: Id.optional(),
    active: optionalFilter(Active),
  },
})

/**
 * `making`: the report is being made; `waiting`: it is ready, and a limit delays its mails until `mails_at`; `sent`: it is ready and was mailed; `failed`:
 * `error` has the reason, in the reader's language.
 */
export const RunState = z.enum(['making', 'waiting', 'sent', 'failed'])
export type RunState = z.infer<typeof RunState>
export const ScheduleRun = z.object({
  due_at: Instant,
  period_from: Instant,
  period_to: Instant,
  state: RunState,
  /** About when its mails go; null: no limit delays them. */
  mails_at: Instant.nullable(),
  error: z.string().nullable(),
  /** null: no report was made, or it was removed. */
  report_id: Id.nullable(),
  /** The state of each mail, as long as the outbox keeps it. */
  mails: z.array(z.object({ recipient: z.string(), state: z.enum(['waiting', 'sent', 'failed']) })),
})
export type ScheduleRun = z.infer<typeof ScheduleRun>

/** The last runs of each schedule and its next one. They change by themselves, so they are not part of the record. */
export const ScheduleRuns = z.object({
  schedule_id: Id,
  /** null: the schedule is switched off */
  next_at: Instant.nullable(),
  /** newest first */
  runs: z.array(ScheduleRun),
})
export type ScheduleRuns = z.infer<typeof ScheduleRuns>
export const scheduleRuns = endpoint({
  method: 'GET',
  path: '/report_schedules/runs',
  summary: 'The last runs of every scheduled report and when each is next',
  allow: 'view',
  scope: 'customer',
  reply: z.array(ScheduleRuns),
  etag: true,
})
export const runSchedule = endpoint({
  method: 'PUT',
  path: '/report_schedules/:id/run',
  summary:
    'Makes and mails the report of the last whole period now, once more if it was made already',
  allow: 'edit',
  scope: { record: 'report_schedules' },
  params: ById,
  reply: ScheduleRuns,
})
