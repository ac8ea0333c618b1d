// Closes incidents that end by the clock at their time, even if no record comes.
import { every, type Job } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { tellAlerts } from './conditions.ts'
import './tables.ts'

export const jobs: readonly Job[] = [
  every('ended incidents', 20, async ctx => {
    const now = new Date(ctx.now())
    const endedIncidents = await ctx.db
      .updateTable('incidents')
      .set({ closed_at: sql`until`, closed_as: 'cleared', cleared_by: sql`until`, updated_at: now })
      .where('closed_at', 'is', null)
      .where('until', '<=', now)
      .returning('vehicle_id')
      .execute()
    tellAlerts(ctx, [...new Set(endedIncidents.map(e => e.vehicle_id))])
  }),
]
