// Devices whose connections alternated, and the mail that reports them to the provider.
import { DAY } from '@flotta/core/time.ts'
import type { Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { queueMail } from '@flotta/platform/mail.ts'
import { mailOf } from '@flotta/platform/mail-layout.ts'

/** Alternations are deleted after this time. */
const KEPT_MS = 90 * DAY
/** A device is mailed at most once in this time. */
const MAILED_EVERY_MS = DAY
/** A mail names at most this many devices and gives the number of the others. */
const MOST_NAMED = 20

/** A device whose connections alternated. */
export interface Alternation {
  readonly device_id: number
  readonly imei: string
  /** null: it is in no vehicle now. */
  readonly plate: string | null
  readonly began_at: Date
  readonly last_at: Date
  readonly addresses: readonly string[]
}
/** Alternations within the last `ms`, the newest first; for each device its newest. */
export async function alternations(
  { db, now }: Pick<Context, 'db' | 'now'>,
  ms: number,
): Promise<Alternation[]> {
  const rows = await alternationRows(db)
    .distinctOn('a.device_id')
    .where('a.last_at', '>', new Date(now() - ms))
    .orderBy('a.device_id')
    .orderBy('a.last_at', 'desc')
    .execute()
  return rows.sort((a, b) => b.last_at.getTime() - a.last_at.getTime())
}
const alternationRows = (db: Context['db'] | Tx) =>
  db
    .selectFrom('device_alternations as a')
    .innerJoin('devices as d', 'd.id', 'a.device_id')
    .leftJoin('device_mounts as m', j =>
      j.onRef('m.device_id', '=', 'd.id').on('m.mounted_to', 'is', null),
    )
    .leftJoin('vehicles as v', 'v.id', 'm.vehicle_id')
    .select(['a.device_id', 'd.imei', 'v.plate', 'a.began_at', 'a.last_at', 'a.addresses'])

/** Job: mails the provider the devices whose connections alternate, each at most once a day, and deletes old entries. */
export async function tellAlternations(ctx: Context): Promise<void> {
  const now = ctx.now()
  await ctx.db
    .deleteFrom('device_alternations')
    .where('last_at', '<', new Date(now - KEPT_MS))
    .execute()
  await ctx.db.transaction().execute(async tx => {
    const waiting = await tx
      .selectFrom('device_alternations')
      .select('id')
      .where('looked_at', 'is', null)
      .orderBy('id')
      .forUpdate()
      .skipLocked()
      .execute()
    if (waiting.length === 0) return
    const ids = waiting.map(w => w.id)
    const alternations = await alternationRows(tx)
      .select('a.id')
      .where('a.id', 'in', ids)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('device_alternations as before')
              .select('before.id')
              .whereRef('before.device_id', '=', 'a.device_id')
              .where('before.mailed', '=', true)
              .where('before.looked_at', '>', new Date(now - MAILED_EVERY_MS)),
          ),
        ),
      )
      .orderBy('a.last_at')
      .execute()
    await tx
      .updateTable('device_alternations')
      .set({ looked_at: new Date(now) })
      .where('id', 'in', ids)
      .execute()
    if (alternations.length === 0) return
    await tx
      .updateTable('device_alternations')
      .set({ mailed: true })
      .where(
        'id',
        'in',
        alternations.map(f => f.id),
      )
      .execute()
    await queueMail(
      tx,
      { recipient: ctx.config.contact, ...alternationMail(ctx, alternations) },
      now,
    )
  })
}

function alternationMail(
  ctx: Pick<Context, 'say' | 'config'>,
  alternations: readonly Alternation[],
) {
  const language = ctx.config.FLOTTA_LANGUAGE
  const say = (key: string, values: Readonly<Record<string, string | number>> = {}) =>
    ctx.say(language, { key: `registry.alternation.${key}`, values })
  const time = new Intl.DateTimeFormat(language, {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone: 'UTC',
  })
  const listedAlternations = alternations.slice(0, MOST_NAMED)
  const subject = say('subject', { count: alternations.length })
  return {
    subject,
    ...mailOf({
      language,
      title: subject,
      paragraphs: [say('what'), say('todo')],
      items: listedAlternations.map(({ device_id, imei, plate, last_at, addresses }) => ({
        title: plate === null ? imei : `${plate} · ${imei}`,
        facts: [
          { label: say('device'), value: String(device_id) },
          { label: say('last'), value: `${time.format(last_at)} UTC` },
          { label: say('addresses'), value: addresses.join(', ') },
        ],
        severity: 2 as const,
      })),
      ...(alternations.length > listedAlternations.length && {
        notes: [say('more', { count: alternations.length - listedAlternations.length })],
      }),
      footer: say('why'),
    }),
  }
}
