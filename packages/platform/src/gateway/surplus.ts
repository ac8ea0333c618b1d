// The number of connections that a gateway closes so that all gateways have about as many: a few at a time, and none when the devices do not connect to the other gateways.

/** A gateway has a surplus when it exceeds its share by this factor and this number. */
const [FAR_MORE, SOME] = [1.25, 10]
/** Time in which a surplus is closed, s. */
const OVER_S = 60
/** Connections that are closed before the other gateways must have gained some. */
const TRIED = 20
const PERIOD_MS = 600_000

export class Surplus {
  #period: { readonly since: number; readonly others: number; gone: number } | null = null

  /**
   * Call it once a second.
   * @param others connections of each other gateway
   * @param now ms of the monotonic clock
   * @returns the number of connections to close now
   */
  take(ownConnections: number, others: readonly number[], now: number): number {
    const theirs = others.reduce((sum, n) => sum + n, 0)
    const share = (ownConnections + theirs) / (others.length + 1)
    if (others.length === 0 || ownConnections <= share * FAR_MORE + SOME) return 0
    if (this.#period === null || now - this.#period.since > PERIOD_MS)
      this.#period = { since: now, others: theirs, gone: 0 }
    const period = this.#period
    const allowance = TRIED + 2 * (theirs - period.others) - period.gone
    const count = Math.max(0, Math.min(Math.ceil((ownConnections - share) / OVER_S), allowance))
    period.gone += count
    return count
  }
}
