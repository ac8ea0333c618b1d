// The text of one or several alerts as a mail and as an SMS, in the recipient's language.
import type { Language } from '@flotta/core/languages.ts'
import type { Context } from '@flotta/platform/feature.ts'
import type { Fact, LetterItem } from '@flotta/platform/mail-layout.ts'
import { letterTo } from '../../house/mails/letters.ts'
import { alertDefinition, alertWords, kindWords } from '../incidents/catalogue.ts'
import type { ActiveAlert } from '../incidents/contract.ts'
import { lateness, mapAddress, smsText } from './rules.ts'
import { momentOf, spanOf, valuesOf } from './shown-values.ts'

/** An incident as a customer may see it. Times are epoch ms. */
export interface AlertNotice
  extends Pick<
    ActiveAlert,
    'alert_id' | 'severity' | 'code' | 'description' | 'created_at' | 'plate' | 'position' | 'pivot'
  > {
  readonly closed_at: number | null
  readonly raised_by: number | null
  /** When the server received it. */
  readonly heard: number
  readonly data: Readonly<Record<string, unknown>> | null
  /** Minutes after which it was passed on because nobody had taken it; null: it is sent at once. */
  readonly escalated_after: number | null
}
export interface Recipient {
  readonly language: Language
  readonly timezone: string
  /** The company that sends it. */
  readonly company: string
}
type Saying = Pick<Context, 'say' | 'config'>

/** Alerts that a digest lists one by one. */
const MOST_IN_MAIL = 50
const MOST_IN_SMS = 4
/** Values that an SMS contains. */
const VALUES_IN_SMS = 2

const nameOf = ({ say }: Saying, language: Language, { alert_id, data }: AlertNotice): string => {
  const definition = alertDefinition(alert_id)
  if (definition === undefined) return ''
  const name = say(language, { key: alertWords(definition).name })
  return typeof data?.kind === 'string'
    ? `${name}: ${say(language, { key: kindWords(definition, data.kind) })}`
    : name
}
const severityOf = ({ say }: Saying, language: Language, { severity }: AlertNotice): string =>
  say(language, { key: `ui.severity.${severity}` })
const escalationOf = (
  { say }: Saying,
  language: Language,
  { escalated_after }: AlertNotice,
): string[] =>
  escalated_after === null
    ? []
    : [say(language, { key: 'deliveries.escalated', values: { count: escalated_after } })]
const linkOf = ({ config }: Saying, alert: AlertNotice): string =>
  mapAddress(config.publicUrl, { ...alert, vehicle_id: alert.pivot.vehicle_id })

function factsOf(ctx: Saying, { language, timezone }: Recipient, alert: AlertNotice): Fact[] {
  const label = (key: string) => ctx.say(language, { key })
  const late = lateness(alert.raised_by, alert.heard)
  return [
    { label: label('deliveries.severity'), value: severityOf(ctx, language, alert) },
    { label: label('deliveries.since'), value: momentOf(Date.parse(alert.created_at), timezone) },
    ...(alert.closed_at === null
      ? []
      : [{ label: label('deliveries.until'), value: momentOf(alert.closed_at, timezone) }]),
    ...valuesOf(alert.data, language, timezone).map(({ name, value }) => ({
      label: label(`deliveries.value.${name}`),
      value,
    })),
    ...(late === null ? [] : [{ label: label('deliveries.late'), value: spanOf(late) }]),
  ]
}

export function alertMail(ctx: Saying, recipient: Recipient, alert: AlertNotice) {
  const { language, company } = recipient
  const name = nameOf(ctx, language, alert)
  return letterTo(
    ctx,
    { language },
    {
      subject: `${severityOf(ctx, language, alert)} · ${alert.plate ?? ''} · ${name}`,
      title: name,
      severity: alert.severity,
      paragraphs: [alert.description, ...escalationOf(ctx, language, alert)],
      facts: [
        { label: ctx.say(language, { key: 'deliveries.vehicle' }), value: alert.plate ?? '' },
        ...factsOf(ctx, recipient, alert),
      ],
      action: { label: ctx.say(language, { key: 'deliveries.map' }), url: linkOf(ctx, alert) },
      notes: [ctx.say(language, { key: 'deliveries.why', values: { company } })],
    },
  )
}

/** The most severe first, then the newest. */
const inOrder = (alerts: readonly AlertNotice[]): AlertNotice[] =>
  alerts.toSorted((a, b) => b.severity - a.severity || b.created_at.localeCompare(a.created_at))
const titleOf = ({ say }: Saying, language: Language, alerts: readonly AlertNotice[]): string =>
  say(language, {
    key: 'deliveries.gathered',
    values: { count: alerts.length, vehicles: new Set(alerts.map(a => a.pivot.vehicle_id)).size },
  })

export function gatheringMail(ctx: Saying, recipient: Recipient, alerts: readonly AlertNotice[]) {
  const { language, company } = recipient
  const listedAlerts = inOrder(alerts).slice(0, MOST_IN_MAIL)
  const items: LetterItem[] = listedAlerts.map(alert => ({
    title: `${alert.plate ?? ''} · ${nameOf(ctx, language, alert)}`,
    severity: alert.severity,
    facts: factsOf(ctx, recipient, alert),
    action: { label: ctx.say(language, { key: 'deliveries.map' }), url: linkOf(ctx, alert) },
  }))
  const rest = alerts.length - listedAlerts.length
  return letterTo(
    ctx,
    { language },
    {
      title: titleOf(ctx, language, alerts),
      paragraphs: [ctx.say(language, { key: 'deliveries.gathered_text' })],
      action: {
        label: ctx.say(language, { key: 'deliveries.all' }),
        url: `${ctx.config.publicUrl}/active-alerts`,
      },
      items,
      notes: [
        ...(rest > 0
          ? [ctx.say(language, { key: 'deliveries.more', values: { count: rest } })]
          : []),
        ctx.say(language, { key: 'deliveries.why', values: { company } }),
      ],
    },
  )
}

export function alertSms(
  ctx: Saying,
  { language, timezone }: Recipient,
  alert: AlertNotice,
): string {
  const values = valuesOf(alert.data, language, timezone).slice(0, VALUES_IN_SMS)
  const valueTexts = values.map(
    ({ name, value }) => `${ctx.say(language, { key: `deliveries.value.${name}` })} ${value}`,
  )
  const since = `${ctx.say(language, { key: 'deliveries.since' })} ${momentOf(Date.parse(alert.created_at), timezone)}`
  const head = `${severityOf(ctx, language, alert)}: ${alert.plate ?? ''} ${nameOf(ctx, language, alert)}`
  return smsText(`${[head, since, ...valueTexts].join('. ')}. ${linkOf(ctx, alert)}`)
}

export function gatheringSms(
  ctx: Saying,
  { language }: Recipient,
  alerts: readonly AlertNotice[],
): string {
  const listedAlerts = inOrder(alerts).slice(0, MOST_IN_SMS)
  const rest = alerts.length - listedAlerts.length
  const list = listedAlerts
    .map(alert => `${alert.plate ?? ''} ${nameOf(ctx, language, alert)}`)
    .join('; ')
  return smsText(
    `${titleOf(ctx, language, alerts)}: ${list}${rest > 0 ? `; +${rest}` : ''}. ${ctx.config.publicUrl}/active-alerts`,
  )
}
