// Telemetry on the server: takes the devices' packets in, and keeps the time series in order.
import { type Context, consume, every, everywhere, feature } from '@flotta/platform/feature.ts'
import { incoming } from '@flotta/platform/topics.ts'
import { giveSpaceBack } from '../packs/space.ts'
import { deleteOldRecentCheckpoints } from './checkpoints.ts'
import { telemetryCollectors } from './figures.ts'
import { ingestPackets } from './ingest.ts'
import { makeMonths, packMonths } from './partitions.ts'
import { capQuarantine } from './quarantine.ts'
import { dropRawParameters } from './raw.ts'
import { forgetForeignShards, INGEST_GROUP, replayQuietVehicles } from './replays.ts'

/** Records in one transaction, and how long the first of them may wait for others (ms). */
const BATCH = 2_000
const LINGER = 2

/** Runs the steps one after the other: rebuilding an index waits for every earlier statement, also for one that waits for the same table. */
async function keepMonths(ctx: Context): Promise<void> {
  await makeMonths(ctx)
  await dropRawParameters(ctx)
  await packMonths(ctx)
  await giveSpaceBack(ctx)
}

export default feature({
  consumers: [
    consume(incoming, INGEST_GROUP, { batch: BATCH, linger: LINGER }, async (packets, ctx) => {
      await ingestPackets(packets, ctx)
    }),
  ],
  collectors: telemetryCollectors,
  jobs: [
    every('months', 3_600, keepMonths),
    everywhere('replays', 1, replayQuietVehicles),
    everywhere('moved shards', 10, forgetForeignShards),
    every('recent checkpoints', 3_600, deleteOldRecentCheckpoints),
    every('cap quarantine', 3_600, capQuarantine),
  ],
})
