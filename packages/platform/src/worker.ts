// The worker role: it registers the consumers of features and repeats their jobs.
import type { PoolClient } from 'pg'
import { diskCollector } from './disk.ts'
import type { Context, Feature, Job } from './feature.ts'
import { healthOf } from './health.ts'
import { startCollectors } from './metric-collectors.ts'
import { counter, gauge, histogram } from './metrics.ts'

/** First key of the advisory locks that let one worker at a time run a job. */
const JOB_LOCK = 7_106_002
/** Longest wait after a failed run, s. A daily job would otherwise miss its day. */
const RETRY_S = 30

const role = 'worker'
const jobSeconds = histogram({
  role,
  name: 'flotta_job_seconds',
  help: 'How long a run of a repeated job took',
  labels: ['job_name'],
  buckets: [0.1, 1, 10, 60, 600],
})
const jobFailures = counter({
  role,
  name: 'flotta_job_failures_total',
  help: 'Runs of repeated jobs that failed',
  labels: ['job_name'],
})
const jobSuccess = gauge({
  role,
  name: 'flotta_job_last_success_timestamp_seconds',
  help: 'When a run of a repeated job ended well here',
  labels: ['job_name'],
})
const jobEvery = gauge({
  role,
  name: 'flotta_job_interval_seconds',
  help: 'Between the end of one run of a job and the start of the next',
  labels: ['job_name'],
})

export interface Worker {
  /** Starts no further job and waits for the running ones. Consumers end with the bus. */
  stop(): Promise<void>
}

/** Registers every consumer before it returns and runs each job for the first time at once. */
export function startWorker(features: readonly Feature[], ctx: Context): Worker {
  let isStopped = false
  const timers = new Map<Job, NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  for (const { consumers = [] } of features)
    for (const { topic, group, batching, run: runConsumer } of consumers) {
      const reportOutcome = (error: unknown) =>
        healthOf(ctx).worked(`${topic.name} ${group}`, error)
      ctx.bus.consume(topic, group, batching, async payloads => {
        try {
          await runConsumer(payloads, ctx)
          reportOutcome(null)
        } catch (error) {
          reportOutcome(error)
          throw error
        }
      })
    }

  const locks = new Locks(ctx)
  const start = (job: Job): void => {
    let pause = job.every
    const jobRun = (
      job.everywhere ? runTimed(job, ctx) : locks.alone(job.name, () => runTimed(job, ctx))
    )
      .catch(error => {
        jobFailures.inc({ job_name: job.name })
        pause = Math.min(pause, RETRY_S)
        ctx.log.error({ err: error, job: job.name }, 'a job failed')
      })
      .finally(() => {
        running.delete(jobRun)
        if (!isStopped)
          timers.set(
            job,
            setTimeout(() => start(job), pause * 1_000),
          )
      })
    running.add(jobRun)
  }
  for (const { jobs = [] } of features)
    for (const job of jobs) {
      jobEvery.set({ job_name: job.name }, job.every)
      jobFailures.inc({ job_name: job.name }, 0)
      start(job)
    }
  const lookNoMore = startCollectors(
    [...features.flatMap(f => f.collectors ?? []), diskCollector],
    ctx,
  )

  return {
    async stop() {
      isStopped = true
      lookNoMore()
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(running)
    },
  }
}

async function runTimed(job: Job, ctx: Context): Promise<void> {
  const began = performance.now()
  await job.run(ctx)
  jobSeconds.observe({ job_name: job.name }, (performance.now() - began) / 1_000)
  jobSuccess.set({ job_name: job.name }, Date.now() / 1_000)
}

interface Holder {
  readonly client: Promise<PoolClient>
  jobs: number
  fault: Error | undefined
}

/** The locks of all jobs of this process, on one connection. With a connection each they could take the whole pool and wait for each other. */
class Locks {
  readonly #ctx: Context
  #current: Holder | undefined
  constructor(ctx: Context) {
    this.#ctx = ctx
  }

  /** Runs the work unless another worker is running it. */
  async alone(name: string, work: () => Promise<void>): Promise<void> {
    this.#current ??= { client: this.#ctx.pool.connect(), jobs: 0, fault: undefined }
    const holder = this.#current
    holder.jobs++
    try {
      if (!(await this.#ask(holder, 'pg_try_advisory_lock', name))) return
      try {
        await work()
      } finally {
        await this.#ask(holder, 'pg_advisory_unlock', name).catch(() => {})
      }
    } finally {
      if (--holder.jobs === 0) {
        this.#leave(holder)
        // A connection that could not unlock is closed, which ends its locks.
        await holder.client.then(
          client => client.release(holder.fault),
          () => {},
        )
      }
    }
  }

  async #ask(
    holder: Holder,
    what: 'pg_try_advisory_lock' | 'pg_advisory_unlock',
    name: string,
  ): Promise<boolean> {
    try {
      const { rows } = await (await holder.client).query<{ done: boolean }>(
        `select ${what}($1, hashtext($2)) as done`,
        [JOB_LOCK, name],
      )
      return rows[0]?.done === true
    } catch (error) {
      holder.fault = error instanceof Error ? error : new Error(String(error))
      this.#leave(holder)
      throw error
    }
  }

  /** The next job takes another connection. */
  #leave(holder: Holder): void {
    if (this.#current === holder) this.#current = undefined
  }
}
