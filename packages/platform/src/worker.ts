// The worker role: hands topics to the features' consumers and repeats their jobs.
import type { Context, Feature, Job } from './feature.ts'
import { healthOf } from './health.ts'

/** First key of the advisory locks that let one worker at a time run a job. */
const JOB_LOCK = 7_106_002

export interface Worker {
  /** Starts no job any more and waits for those that run. Consumers end with the bus. */
  stop(): Promise<void>
}

/** Every consumer is registered when this returns; jobs run at once for the first time. */
export function startWorker(features: readonly Feature[], ctx: Context): Worker {
  let stopped = false
  const timers = new Map<Job, NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  for (const { consumers = [] } of features)
    for (const { topic, group, batching, run } of consumers) {
      const ended = (error: unknown) => healthOf(ctx).worked(`${topic.name} ${group}`, error)
      ctx.bus.consume(topic, group, batching, async payloads => {
        try {
          await run(payloads, ctx)
          ended(null)
        } catch (error) {
          ended(error)
          throw error
        }
      })
    }

  const start = (job: Job): void => {
    const run = runAlone(job, ctx)
      .catch(error => ctx.log.error({ err: error, job: job.name }, 'a job failed'))
      .finally(() => {
        running.delete(run)
        if (!stopped)
          timers.set(
            job,
            setTimeout(() => start(job), job.every * 1_000),
          )
      })
    running.add(run)
  }
  for (const { jobs = [] } of features) for (const job of jobs) start(job)

  return {
    async stop() {
      stopped = true
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(running)
    },
  }
}

/** Another worker that runs it now is enough. */
async function runAlone(job: Job, ctx: Context): Promise<void> {
  const client = await ctx.pool.connect()
  let fault: Error | undefined
  try {
    const lock = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as got', [JOB_LOCK, job.name])
    if (lock.rows[0]?.got !== true) return
    try {
      await job.run(ctx)
    } finally {
      await client.query('select pg_advisory_unlock($1, hashtext($2))', [JOB_LOCK, job.name]).catch(error => {
        fault = error instanceof Error ? error : new Error(String(error))
      })
    }
  } finally {
    // a connection that could not unlock is closed: its lock ends with it
    client.release(fault)
  }
}
