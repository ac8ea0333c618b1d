// The age of the newest complete backup, as a metric.
import { metricCollector } from '@flotta/platform/feature.ts'
import { gauge } from '@flotta/platform/metrics.ts'
import { lastBackup } from './queries.ts'

const age = gauge({
  role: 'worker',
  name: 'flotta_backup_age_seconds',
  help: 'Age of the newest whole backup; +Inf: none was ever made',
})

export const backupCollectors = [
  metricCollector([age], async ({ db, now }) => {
    const last = await lastBackup(db)
    age.set(
      last === null
        ? Number.POSITIVE_INFINITY
        : Math.max(0, (now() - last.marked_at.getTime()) / 1_000),
    )
  }),
]
