// The external services of the installation: which are configured, and what each answers when it is called now.
import type { Language } from '@flotta/core/languages.ts'
import { invalid, Problem } from '@flotta/core/problem.ts'
import type { Config } from '@flotta/platform/config.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { sendMail } from '@flotta/platform/mail.ts'
import { siteAnswers } from '@flotta/platform/providers.ts'
import { sendSms } from '@flotta/platform/sms.ts'
import { letterTo } from '../../house/mails/letters.ts'
import { countMails } from '../../house/mails/queries.ts'
import { publicStyleOf, streetsOf } from '../../places/basemap/streets.ts'
import { newGeocoder } from '../../places/geocoding/chosen.ts'
import { newRouter } from '../../places/routing/chosen.ts'
import type { ExternalService, ServiceName } from './contract.ts'

const hostOf = (address: string | undefined): string | null =>
  address === undefined || !/^\w+:\/\//.test(address)
    ? null
    : new URL(address.replaceAll(/[{}]/g, '')).host || null

/** The setting of a service that turns it on, and its value. */
function settingOf(config: Config, name: ServiceName): [string, string | undefined] {
  const { geocoder } = config
  if (name === 'mail') return ['SMTP_URL', config.SMTP_URL]
  if (name === 'sms') return ['SMS_URL', config.SMS_URL]
  if (name === 'router') return ['FLOTTA_ROUTER_URL', config.FLOTTA_ROUTER_URL]
  if (name === 'map') return ['FLOTTA_MAP_STYLE', config.FLOTTA_MAP_STYLE]
  return [
    'FLOTTA_GEOCODER_URL',
    geocoder.kind === 'embedded' ? undefined : (geocoder.url ?? geocoder.kind),
  ]
}

/** The number of messages that wait for a service that is not configured, or does not accept them. */
async function messagesWaiting(ctx: Context, name: ServiceName): Promise<number | null> {
  const channel = name === 'mail' ? 'email' : name === 'sms' ? 'sms' : null
  return channel === null ? null : countMails(ctx.db, { channel, waiting: true })
}

export async function serviceState(ctx: Context, name: ServiceName): Promise<ExternalService> {
  const [setting, value] = settingOf(ctx.config, name)
  return {
    name,
    setting,
    set: value !== undefined,
    host: hostOf(value),
    waiting: await messagesWaiting(ctx, name),
  }
}

export interface TestReader {
  readonly language: Language
  /** The address of a test message. */
  readonly to: string
}

/** Positions that every geocoder and router of Italy knows. */
const MILANO = { latitude: 45.4642, longitude: 9.19 }
const PIACENZA = { latitude: 45.0526, longitude: 9.693 }

/** Calls the service; rejects with the fault, else returns the service's own words. */
const asking: Readonly<Record<ServiceName, (ctx: Context, to: TestReader) => Promise<string>>> = {
  async mail(ctx, { language, to }) {
    mustBeSet(ctx.config, 'mail')
    if (!/^[^@\s]+@[^@\s]+$/.test(to)) throw invalid({ to: 'validation.email' })
    const title = ctx.say(language, { key: 'operation.test_mail' })
    const text = ctx.say(language, { key: 'operation.test_mail_text' })
    const letter = letterTo(ctx, { language }, { title, paragraphs: [text] })
    const key = `test.${ctx.now()}`
    return sendMail({ recipient: to, ...letter, attachments: [], key }, ctx.config)
  },
  async sms(ctx, { language, to }) {
    mustBeSet(ctx.config, 'sms')
    const recipient = to.replaceAll(/[\s-]/g, '')
    if (!/^\+[1-9]\d{6,14}$/.test(recipient)) throw invalid({ to: 'validation.phone' })
    await sendSms({ recipient, body: ctx.say(language, { key: 'operation.test_mail' }) }, ctx)
    return ctx.say(language, { key: 'operation.accepted' })
  },
  async geocoder(ctx, { language }) {
    const geocoder = newGeocoder(ctx.config.geocoder, ctx.limits)
    const [place] = await geocoder.reverse(MILANO.latitude, MILANO.longitude, language)
    if (place === undefined) throw new Error(ctx.say(language, { key: 'operation.nothing' }))
    return place.display_name
  },
  async router(ctx, { language }) {
    const { routes } = await newRouter(ctx.config, ctx.limits).directions([MILANO, PIACENZA], [])
    const [route] = routes
    if (route === undefined) throw new Error(ctx.say(language, { key: 'operation.nothing' }))
    return `Milano – Piacenza: ${Math.round(route.distance / 1_000)} km`
  },
  async map(ctx, { language }) {
    const streets = await streetsOf(ctx)
    if (streets !== null) {
      const { layers } = (await streets.light.style(language)) as { layers?: readonly unknown[] }
      return ctx.say(language, { key: 'operation.layers', values: { count: layers?.length ?? 0 } })
    }
    const service = await publicStyleOf(ctx)
    if (service === null) return ctx.say(language, { key: 'operation.essential' })
    await siteAnswers(service.light)
    return new URL(service.light).host
  },
}

function mustBeSet(config: Config, name: ServiceName): void {
  const [setting, value] = settingOf(config, name)
  if (value === undefined)
    throw new Problem('conflict', { key: 'operation.unset', values: { setting } })
}

/** Tests a service by a call or a message. Our own refusal is thrown; a failure of the service is the answer. */
export async function tryService(
  ctx: Context,
  name: ServiceName,
  to: TestReader,
): Promise<{ readonly works: boolean; readonly says: string; readonly ms: number }> {
  const began = performance.now()
  const answer = await asking[name](ctx, to).then(
    says => ({ works: true, says }),
    (error: unknown) => {
      if (error instanceof Problem) throw error
      return { works: false, says: error instanceof Error ? error.message : String(error) }
    },
  )
  return { ...answer, ms: Math.round(performance.now() - began) }
}
