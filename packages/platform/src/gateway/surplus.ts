// How many connections a gateway lets go, so that its peers have as many: few at a time, and none where they do not come to the others.

/** More than its share by this part, and by so many. */
const [FAR_MORE, SOME] = [1.25, 10]
/** A surplus is gone in this time, s. */
const OVER_S = 60
/** So many are tried before the others must have grown. */
const TRIED = 20
const PERIOD_MS = 600_000

export class Surplus {
  #period: { readonly since: number; readonly others: number; gone: number } | null = null

  /**
   * Asked once a second.
   * @param others connections of each other gateway
   * @param now ms of the monotonic clock
   * @returns how many are to go now
   */
  take(own: number, others: readonly number[], now: number): number {
    const theirs = others.reduce((sum, n) => sum + n, 0)
    const share = (own + theirs) / (others.length + 1)
    if (others.length === 0 || own <= share * FAR_MORE + SOME) return 0
    if (this.#period === null || now - this.#period.since > PERIOD_MS)
      this.#period = { since: now, others: theirs, gone: 0 }
    const period = this.#period
    const allowed = TRIED + 2 * (theirs - period.others) - period.gone
    const gone = Math.max(0, Math.min(Math.ceil((own - share) / OVER_S), allowed))
    period.gone += gone
    return gone
  }
}
