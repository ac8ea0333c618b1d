// Figures of waiting work: vehicles to be replayed, and records in quarantine.

import { SHARDS } from '@flotta/platform/bus.ts'
import { type Context, metricCollector } from '@flotta/platform/feature.ts'
import { gauge } from '@flotta/platform/metrics.ts'
import { incoming } from '@flotta/platform/topics.ts'
import { sql } from 'kysely'
import { countQuarantine } from './quarantine.ts'
import './tables.ts'

/** Vehicles whose past has changed and that are not replayed yet. */
export async function replaysWaiting({ db, now }: Pick<Context, 'db' | 'now'>): Promise<{
  readonly waiting: number
  readonly oldest_seconds: number
}> {
  const { rows } = await sql<{
    waiting: number
    oldest: Date | null
  }>`select count(*)::int as waiting, min(first_marked_at) as oldest from replays`.execute(db)
  const [{ waiting, oldest } = { waiting: 0, oldest: null }] = rows
  return {
    waiting,
    oldest_seconds: oldest === null ? 0 : Math.max(0, (now() - oldest.getTime()) / 1_000),
  }
}

const ROLE = 'worker'
const waitingReplays = gauge({
  role: ROLE,
  name: 'flotta_replays_waiting',
  help: 'Vehicles that are to be derived again',
})
const oldestReplaySeconds = gauge({
  role: ROLE,
  name: 'flotta_replay_oldest_seconds',
  help: 'How long the first of them has waited',
})
const quarantineRecords = gauge({
  role: ROLE,
  name: 'flotta_quarantine_records',
  help: 'Records that wait in the quarantine, by reason',
  labels: ['reason'],
})
const ownedShards = gauge({
  role: ROLE,
  name: 'flotta_bus_owned_shards',
  help: 'Shards of the vehicles that this process stores',
})

export const telemetryCollectors = [
  metricCollector([ownedShards], async ({ bus }) =>
    ownedShards.set(
      Array.from({ length: SHARDS }, (_, shard) => shard).filter(shard =>
        bus.owns(incoming, 'ingest', shard),
      ).length,
    ),
  ),
  metricCollector([waitingReplays, oldestReplaySeconds], async ctx => {
    const replays = await replaysWaiting(ctx)
    waitingReplays.set(replays.waiting)
    oldestReplaySeconds.set(replays.oldest_seconds)
  }),
  metricCollector([quarantineRecords], async ctx => {
    const reasons = await countQuarantine(ctx)
    quarantineRecords.reset()
    for (const { reason, count } of reasons) quarantineRecords.set({ reason }, count)
  }),
]
