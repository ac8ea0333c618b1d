// Makes tables into files, one at a time, so that many who ask at once cost no more than one.
import { Problem } from '@flotta/core/problem.ts'
import { type Context, feature, handle } from '@flotta/platform/feature.ts'
import { once } from '@flotta/platform/once.ts'
import { tablePdf } from './contract.ts'
import { pdfOfTable } from './pdf.ts'
import '../customers/tables.ts'

/** Of a process. */
const MOST_WAITING = 10
const RETRY_SECONDS = 5

/** Work that is done one after the other. */
class Line {
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  /** @throws too_many where too many wait already */
  async do<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= MOST_WAITING) throw new Problem('too_many', 'api.too_many', {}, RETRY_SECONDS)
    this.#waiting++
    const mine = this.#last.then(work).finally(() => this.#waiting--)
    this.#last = mine.catch(() => undefined)
    return mine
  }
}
const lineOf = once<Line, Pick<Context, 'pool'>>(() => new Line())

export default feature({
  handlers: [
    handle(tablePdf, ({ body, caller, language, ctx, http }) =>
      lineOf(ctx).do(async () => {
        http.gone.throwIfAborted()
        const { name } = await ctx.db.selectFrom('customers').select('name').where('id', '=', caller.customer_id).executeTakeFirstOrThrow()
        const reader = {
          company: name,
          language,
          timezone: caller.timezone,
          now: ctx.now(),
          say: (words: Parameters<typeof ctx.say>[1]) => ctx.say(language, words),
        }
        return { type: 'application/pdf', bytes: new Uint8Array(await pdfOfTable(body, reader)), max_age: 0 }
      }),
    ),
  ],
})
