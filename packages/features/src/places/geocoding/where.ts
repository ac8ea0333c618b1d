// The places at many positions, one line each: at once from the embedded geocoder; gradually from a
// provider, cached in the database, so that a list never waits for it.
import type { Language } from '@flotta/core/languages.ts'
import type { Pool } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { geocoderOf } from './chosen.ts'
import type { Geocoder } from './provider.ts'

export interface Spot {
  readonly latitude: number
  readonly longitude: number
}
/** Most positions that wait for the provider; the readers of further ones ask again later. */
const MOST_WAITING = 1_000
/** After a failure the provider is not called for this time, and nothing is known meanwhile. */
const RETRY_MS = 60_000
const KEPT_DAYS = 180

/** The answers of one provider; one object for each process. */
class Answers {
  readonly #waiting = new Map<string, () => Promise<void>>()
  #asking: Promise<void> | null = null
  #failedAt = Number.NEGATIVE_INFINITY

  /** One entry for each position: null while it is being fetched, empty where nothing is known. */
  async of(
    spots: readonly Spot[],
    language: Language,
    provider: string,
    geocoder: Geocoder,
    ctx: Context,
  ): Promise<(string | null)[]> {
    const cells = spots.map(
      s => [Math.round(s.latitude * 1e3), Math.round(s.longitude * 1e3)] as const,
    )
    const { rows } = await ctx.pool.query<{
      latitude_e3: number
      longitude_e3: number
      short: string
    }>(
      `select latitude_e3, longitude_e3, short from geocoded join unnest($1::int[], $2::int[]) as c (latitude_e3, longitude_e3) using (latitude_e3, longitude_e3)
       where language = $3 and provider = $4`,
      [cells.map(c => c[0]), cells.map(c => c[1]), language, provider],
    )
    const shortNames = new Map(rows.map(r => [`${r.latitude_e3} ${r.longitude_e3}`, r.short]))
    return cells.map(([latitude_e3, longitude_e3]) => {
      const cell = `${latitude_e3} ${longitude_e3}`
      const short = shortNames.get(cell)
      if (short !== undefined) return short
      if (ctx.now() - this.#failedAt < RETRY_MS) return ''
      const key = `${language} ${cell}`
      if (this.#waiting.size < MOST_WAITING && !this.#waiting.has(key))
        this.#waiting.set(key, async () => {
          const [place] = await geocoder.reverse(latitude_e3 / 1e3, longitude_e3 / 1e3, language)
          await ctx.pool.query(
            'insert into geocoded values ($1, $2, $3, $4, $5, $6) on conflict do nothing',
            [
              provider,
              language,
              latitude_e3,
              longitude_e3,
              place?.short ?? '',
              new Date(ctx.now()),
            ],
          )
        })
      this.#asking ??= this.#ask(ctx).finally(() => {
        this.#asking = null
      })
      return null
    })
  }

  /** Resolves when everything that waits is known, or when the provider has failed. */
  get asking(): Promise<void> {
    return this.#asking ?? Promise.resolve()
  }

  async #ask(ctx: Context): Promise<void> {
    try {
      for (const [key, ask] of this.#waiting) {
        await ask()
        this.#waiting.delete(key)
      }
    } catch (error) {
      this.#failedAt = ctx.now()
      this.#waiting.clear()
      ctx.log.warn(
        {
          setting: 'FLOTTA_GEOCODER_URL',
          error: error instanceof Error ? error.message : String(error),
        },
        'the geocoder failed',
      )
    }
  }
}

const answers = new WeakMap<Pool, Answers>()

/** Answers at once: null where a place is being fetched, empty where nothing is known. */
export async function whereOf(
  spots: readonly Spot[],
  language: Language,
  ctx: Context,
): Promise<(string | null)[]> {
  const { geocoder: provider } = ctx.config
  const geocoder = geocoderOf(ctx)
  if (provider.kind === 'embedded')
    return Promise.all(
      spots.map(
        async s => (await geocoder.reverse(s.latitude, s.longitude, language))[0]?.short ?? '',
      ),
    )
  return answersOf(ctx).of(
    spots,
    language,
    provider.url === undefined ? provider.kind : new URL(provider.url).host,
    geocoder,
    ctx,
  )
}
function answersOf({ pool }: Context): Answers {
  const poolAnswers = answers.get(pool) ?? new Answers()
  answers.set(pool, poolAnswers)
  return poolAnswers
}

/** Waits for the provider until `late` resolves; null: not known by then. */
export async function awaitWhere(
  spots: readonly Spot[],
  language: Language,
  ctx: Context,
  late: Promise<unknown>,
): Promise<(string | null)[]> {
  const isLate = late.then(() => true)
  for (;;) {
    const places = await whereOf(spots, language, ctx)
    if (
      !places.includes(null) ||
      (await Promise.race([isLate, answersOf(ctx).asking.then(() => false)]))
    )
      return places
  }
}

/** Job: deletes old answers, because roads and names change. */
export const purgeGeocoded = async ({ pool, now }: Context): Promise<void> => {
  await pool.query('delete from geocoded where asked_at < $1', [
    new Date(now() - KEPT_DAYS * 86_400_000),
  ])
}
