// Calls of an attack: many at the same time, counted by their status.
import { type Company, signIn } from './fleet.ts'
import { pause } from './harness.ts'
import type { Stage } from './stage.ts'

/** Calls of a signed-in user, counted by the status of the answer. */
export class Calls {
  readonly #url: string
  readonly #token: string
  readonly statuses = new Map<number, number>()
  /** Number of 429 answers with a time to come back. */
  told = 0
  constructor(url: string, token: string) {
    this.#url = url
    this.#token = token
  }
  async send(method: string, path: string, body: string): Promise<number> {
    const answer = await fetch(`${this.#url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      body,
    })
    await answer.arrayBuffer()
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1)
    if (answer.status === 429 && Number(answer.headers.get('retry-after')) > 0) this.told++
    return answer.status
  }
  of(status: number): number {
    return this.statuses.get(status) ?? 0
  }
  get total(): number {
    return [...this.statuses.values()].reduce((sum, n) => sum + n, 0)
  }
}
export const callsOf = async ({ product }: Stage, attacker: Company): Promise<Calls> =>
  new Calls(product.url, await signIn(product.url, attacker))

/** Lets `count` callers repeat the same call until the returned function ends it. @param pause_ms pause of each caller between two calls */
export function crowd(
  count: number,
  pause_ms: number,
  work: (n: number) => Promise<unknown>,
): () => Promise<void> {
  let over = false
  let n = 0
  const one = async () => {
    while (!over) {
      await work(n++).catch(() => undefined)
      await pause(pause_ms)
    }
  }
  const all = Array.from({ length: count }, one)
  return async () => {
    over = true
    await Promise.all(all)
  }
}
