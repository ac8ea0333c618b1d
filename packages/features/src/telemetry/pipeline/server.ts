// Telemetry on the server: takes the devices' packets in, and keeps the time series in order.
import { type Context, consume, every, everywhere, feature } from '@flotta/platform/feature.ts'
import { incoming } from '@flotta/platform/topics.ts'
import { forgetRecent } from './checkpoints.ts'
import { looks } from './figures.ts'
import { ingestAll } from './ingest.ts'
import { makeMonths, packMonths } from './partitions.ts'
import { capQuarantine } from './quarantine.ts'
import { dropRaw } from './raw.ts'
import { dropMoved, INGEST, replayQuiet } from './replays.ts'

/** Records in one transaction, and how long the first of them may wait for others (ms). */
const BATCH = 2_000
const LINGER = 2

/** One after the other: writing a key again waits for every statement that began before, also for one that waits for the table that it holds. */
async function keepMonths(ctx: Context): Promise<void> {
  await makeMonths(ctx)
  await dropRaw(ctx)
  await packMonths(ctx)
}

export default feature({
  consumers: [
    consume(incoming, INGEST, { batch: BATCH, linger: LINGER }, async (packets, ctx) => {
      await ingestAll(packets, ctx)
    }),
  ],
  collectors: looks,
  jobs: [
    every('months', 3_600, keepMonths),
    everywhere('replays', 1, replayQuiet),
    everywhere('moved shards', 10, dropMoved),
    every('recent checkpoints', 3_600, forgetRecent),
    every('cap quarantine', 3_600, capQuarantine),
  ],
})
