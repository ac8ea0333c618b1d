// The hooks that this process sends to, each held by a lease, as far as the process can be sure by its own clock.
import type { Context } from '@flotta/platform/feature.ts'
import { endLeases, LEASE_S, renewLeases } from './outbox.ts'

const RENEW_MS = 5_000

export class Leases {
  readonly #ctx: Pick<Context, 'db' | 'instance'>
  /** Hook → when its lease was last renewed. */
  readonly #renewedAt = new Map<number, number>()
  readonly #idle = new Set<number>()
  #renewing: Promise<void> | undefined

  constructor(ctx: Pick<Context, 'db' | 'instance'>) {
    this.#ctx = ctx
  }
  /**
   * Begins leases.
   * @param startedAt when they were requested
   */
  begin(ids: readonly number[], startedAt: number): void {
    for (const id of ids) {
      this.#renewedAt.set(id, startedAt)
      this.#idle.delete(id)
    }
  }
  /** Nothing is sent to the hook now; its lease is given back at the next `release`, unless sending begins again. */
  rest(id: number): void {
    this.#renewedAt.delete(id)
    this.#idle.add(id)
  }
  async release(): Promise<void> {
    const ids = [...this.#idle]
    this.#idle.clear()
    if (ids.length > 0) await endLeases(this.#ctx.db, ids, this.#ctx.instance)
  }
  /** Whether a request that begins now and lasts this long (ms) ends before the lease does. */
  async covers(id: number, duration: number): Promise<boolean> {
    if (this.#age(id) >= RENEW_MS) await this.#renewAll()
    return this.#age(id) < LEASE_S * 1_000 - duration
  }
  #age(id: number): number {
    return performance.now() - (this.#renewedAt.get(id) ?? Number.NEGATIVE_INFINITY)
  }
  async #renewAll(): Promise<void> {
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined
    })
    await this.#renewing
  }
  async #renew(): Promise<void> {
    const startedAt = performance.now()
    const ids = [...this.#renewedAt.keys()]
    const ownIds = new Set(await renewLeases(this.#ctx.db, ids, this.#ctx.instance))
    for (const id of ids)
      if (!ownIds.has(id)) this.#renewedAt.delete(id)
      else if (this.#renewedAt.has(id)) this.#renewedAt.set(id, startedAt)
  }
}
