// A runner for the tasks of one lane. It is restarted until it is stopped.
import { EventEmitter } from 'node:events'
import { Logger, type Runner, run, type TaskList } from 'graphile-worker'
import type { Context } from './feature.ts'

/** How late a task may start whose time has come, ms; new tasks are announced at once. */
const POLL_MS = 2_000
const RESTART_MS = 2_000

interface LaneOptions {
  readonly ctx: Context
  readonly taskList: TaskList
  /** Called when the workers have new names after a restart. */
  readonly concurrency: number
  /** Names of the workers, as recorded in the tasks that they have locked. */
  onStart(): Promise<void>
}

export class LaneRunner {
  readonly #options: LaneOptions
  #runner: Runner | null = null
  #restart: NodeJS.Timeout | undefined
  #isStopped = false
  #workers: readonly string[] = []

  constructor(options: LaneOptions) {
    this.#options = options
  }

  /** Names of the workers, as locked tasks bear them. */
  get workers(): readonly string[] {
    return this.#workers
  }

  async start(): Promise<void> {
    if (this.#isStopped) return
    const { ctx, taskList, concurrency, onStart } = this.#options
    const events = new EventEmitter()
    const names: string[] = []
    events.on('worker:create', ({ worker }: { worker: { workerId: string } }) =>
      names.push(worker.workerId),
    )
    try {
      const runner = await run({
        pgPool: ctx.pool,
        taskList,
        events,
        concurrency,
        pollInterval: POLL_MS,
        noHandleSignals: true,
        logger: logOf(ctx),
      })
      this.#runner = runner
      this.#workers = names
      void runner.promise
        .catch(error =>
          ctx.log.warn({ error: String(error) }, 'the queue stopped; starting it again'),
        )
        .then(() => this.#startAgain())
      await onStart()
    } catch (error) {
      ctx.log.warn({ error: String(error) }, 'the queue did not start; trying again')
      this.#startAgain()
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#restart)
    await this.#runner?.stop().catch(() => {})
  }

  #startAgain(): void {
    this.#runner = null
    if (!this.#isStopped) this.#restart = setTimeout(() => this.start(), RESTART_MS)
  }
}

/** Writes the queue's own messages to the log; `runTask` logs the outcome of tasks. */
const logOf = (ctx: Context): Logger =>
  new Logger(() => (level, message) => {
    if (level === 'error' && !message.startsWith('Failed task'))
      ctx.log.warn({ queue: message }, 'the queue')
  })
