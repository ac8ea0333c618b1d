// Stores which events were accepted, many by one statement: one write at a time, and what ends meanwhile joins the next.
import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '@flotta/platform/feature.ts'
import { noteTaken, type Outcome, type WaitingEvent } from './outbox.ts'

/** How long a statement waits for more events, ms: a commit costs far more than a row. */
const GATHER_MS = 10
const MOST = 500

interface Entry {
  readonly event: Outcome & Pick<WaitingEvent, 'id'>
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

export class Journal {
  readonly #ctx: Pick<Context, 'pool'>
  readonly #entries: Entry[] = []
  #isWriting = false

  constructor(ctx: Pick<Context, 'pool'>) {
    this.#ctx = ctx
  }
  /** Resolves once it is committed. */
  note({ id }: Pick<WaitingEvent, 'id'>, outcome: Outcome): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#entries.push({ event: { id, ...outcome }, resolve, reject })
      if (!this.#isWriting) void this.#write()
    })
  }
  async #write(): Promise<void> {
    this.#isWriting = true
    while (this.#entries.length > 0) {
      await pause(GATHER_MS)
      const entries = this.#entries.splice(0, MOST)
      try {
        await noteTaken(
          this.#ctx,
          entries.map(({ event }) => event),
        )
        for (const { resolve } of entries) resolve()
      } catch (error) {
        for (const { reject } of entries) reject(error)
      }
    }
    this.#isWriting = false
  }
}
