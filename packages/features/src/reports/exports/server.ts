// Makes files of tables, one at a time in each process, so that many requests at once take no more memory than one.
import { Problem } from '@flotta/core/problem.ts'
import { type Context, feature, handle } from '@flotta/platform/feature.ts'
import { once } from '@flotta/platform/once.ts'
import { tablePdf } from './contract.ts'
import { pdfOfTable } from './pdf.ts'
import '../../people/customers/tables.ts'

/** The most tables of a process that are drawn or wait, for each company and for all together. */
const MAX_PER_COMPANY = 2
const MAX_TOTAL = 20
const RETRY_SECONDS = 5

/** Runs work one after the other. A company can fill only a part of the queue. */
class DrawingQueue {
  #last: Promise<unknown> = Promise.resolve()
  #total = 0
  readonly #byCompany = new Map<number, number>()

  /** @throws too_many where the company, or all together, have too many tables in the queue */
  async run<T>(customer_id: number, work: () => Promise<T>): Promise<T> {
    const ofCompany = this.#byCompany.get(customer_id) ?? 0
    if (ofCompany >= MAX_PER_COMPANY || this.#total >= MAX_TOTAL)
      throw new Problem('too_many', 'api.too_many', {}, RETRY_SECONDS)
    this.#addToCounts(customer_id, 1)
    const mine = this.#last.then(work).finally(() => this.#addToCounts(customer_id, -1))
    this.#last = mine.catch(() => undefined)
    return mine
  }
  #addToCounts(customer_id: number, more: 1 | -1): void {
    this.#total += more
    const ofCompany = (this.#byCompany.get(customer_id) ?? 0) + more
    if (ofCompany > 0) this.#byCompany.set(customer_id, ofCompany)
    else this.#byCompany.delete(customer_id)
  }
}
const drawingQueueOf = once<DrawingQueue, Pick<Context, 'pool'>>(() => new DrawingQueue())

export default feature({
  handlers: [
    handle(tablePdf, ({ body, caller, language, ctx, http }) =>
      drawingQueueOf(ctx).run(caller.customer_id, async () => {
        // the caller has disconnected
        if (http.aborted.aborted) throw new Problem('unavailable')
        const { name } = await ctx.db
          .selectFrom('customers')
          .select('name')
          .where('id', '=', caller.customer_id)
          .executeTakeFirstOrThrow()
        const reader = {
          company: name,
          language,
          timezone: caller.timezone,
          now: ctx.now(),
          say: (words: Parameters<typeof ctx.say>[1]) => ctx.say(language, words),
        }
        return {
          type: 'application/pdf',
          bytes: new Uint8Array(await pdfOfTable(body, reader)),
          max_age: 0,
        }
      }),
    ),
  ],
})
