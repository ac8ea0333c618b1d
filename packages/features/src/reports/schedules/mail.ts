// The mail of a scheduled report: its facts, a link that needs no account, and the file where it is not too large.

import { API } from '@flotta/core/contract.ts'
import type { Language } from '@flotta/core/languages.ts'
import { formatDay } from '@flotta/core/time.ts'
import { dayAt } from '@flotta/core/zones.ts'
import type { Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { queueMail } from '@flotta/platform/mail.ts'
import { mailOf } from '@flotta/platform/mail-layout.ts'
import { type Attachment, MOST_ATTACHED } from '@flotta/platform/outbox.ts'
import { LINK_DAYS, type Report } from '../reports/contract.ts'
import { readReportFile } from '../reports/files.ts'
import { fileName, formatFor } from '../reports/request.ts'
import type { Rhythm } from './rules.ts'

export interface ReadyRun {
  /** The id of the schedule. */
  readonly id: number
  readonly customer_id: number
  readonly user_id: number
  readonly name: string
  readonly recipients: readonly string[]
  readonly language: Language
  readonly every: Rhythm
  readonly company: string
  readonly timezone: string
  readonly period_from: Date
  readonly period_to: Date
  /** The id of the report; null: it was removed. */
  readonly report_id: number | null
  readonly type: Report['type']
  readonly ready: Report['ready'] | null
  readonly error: string | null
  readonly hash: string | null
  readonly plate: string | null
  readonly fleet: string | null
}

const mediaTypes = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/**
 * Queues a mail of its own for each address, so that no recipient sees the others.
 * @returns the ids of the mails in the outbox
 */
export async function mailReport(
  ctx: Context,
  tx: Tx,
  run: ReadyRun,
  hash: string,
): Promise<number[]> {
  const { language, type, timezone, name, company } = run
  const say = (key: string, values: Readonly<Record<string, string | number>> = {}) =>
    ctx.say(language, { key, values })
  const [first, last] = [
    dayAt(run.period_from.getTime(), timezone),
    dayAt(run.period_to.getTime() - 1, timezone),
  ]
  const period = first === last ? formatDay(first) : `${formatDay(first)} – ${formatDay(last)}`
  const title = say(`reports.type.${type}`)
  const about = run.plate ?? run.fleet ?? say('reports.file.all_vehicles')
  const format = formatFor(type, undefined)
  const file = await readAttachment(
    ctx,
    run.report_id ?? 0,
    format,
    fileName([title, about, ...new Set([first, last])], format),
  )
  const { body, html } = mailOf({
    language,
    title: name,
    paragraphs: [say(file === null ? 'schedules.mail.too_large' : 'schedules.mail.attached')],
    facts: [
      { label: say('schedules.mail.report'), value: title },
      { label: say('schedules.mail.about'), value: about },
      { label: say('schedules.mail.period'), value: period },
    ],
    action: {
      label: say('schedules.mail.open'),
      url: `${ctx.config.publicUrl}${API}/reports/${run.report_id}/link/${hash}`,
    },
    notes: [say('schedules.mail.link_days', { count: LINK_DAYS })],
    footer: say('schedules.mail.why', {
      company,
      rhythm: say(`schedules.every.${run.every}`).toLocaleLowerCase(language),
    }),
  })
  const subject = say('schedules.mail.subject', { name, period })
  const ids: number[] = []
  for (const recipient of run.recipients)
    ids.push(
      await queueMail(
        tx,
        { recipient, subject, body, html, attachments: file === null ? [] : [file] },
        ctx.now(),
      ),
    )
  return ids
}

/** The file of a report; null: it is too large for a mail. */
async function readAttachment(
  ctx: Context,
  report_id: number,
  format: 'pdf' | 'xlsx',
  name: string,
): Promise<Attachment | null> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of readReportFile(ctx, report_id, format)) {
    size += part.length
    if (size > MOST_ATTACHED) return null
    parts.push(part)
  }
  return { name, type: mediaTypes[format], bytes: Buffer.concat(parts, size) }
}
