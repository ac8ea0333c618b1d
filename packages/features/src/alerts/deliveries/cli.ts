// The command `delivery list`: deliveries of alerts, with the reason where one failed.
import { Id } from '@flotta/core/contract.ts'
import { type Command, command } from '@flotta/platform/cli.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { alertDefinition } from '../incidents/catalogue.ts'
import { deliveryChannels } from '../incidents/contract.ts'
import type { StoredState } from './tables.ts'

export const commands: readonly Command[] = [
  command({
    noun: 'delivery',
    verb: 'list',
    summary: 'List alerts that were told or are to be told to a destination, newest first',
    options: z.object({
      customer: Id.optional().describe('only of this company'),
      state: z
        .enum(['waiting', 'held', 'queued', 'sent', 'failed', 'dropped'])
        .optional()
        .describe('only those'),
      limit: z.coerce.number().int().min(1).max(1000).default(50).describe('how many'),
    }),
    columns: [
      'id',
      'created_at',
      'customer_id',
      'plate',
      'alert',
      'channel',
      'destination',
      'state',
      'fault',
      'ended_at',
      'mail_id',
    ],
    async run({ customer, state, limit }, { db }) {
      const { rows } = await sql<{
        alert_id: number
        alert_channel_id: number
        state: StoredState
      }>`
        select d.id::text as id, d.created_at, d.customer_id, v.plate, d.alert_id, d.alert_channel_id, d.destination, d.state, d.fault, d.ended_at, d.mail_id
        from deliveries d join vehicles v on v.id = d.vehicle_id
        where (${customer ?? null}::int4 is null or d.customer_id = ${customer ?? null}) and (${state ?? null}::text is null or d.state = ${state ?? null})
        order by d.id desc limit ${limit}`.execute(db)
      return rows.map(({ alert_id, alert_channel_id, ...row }) => ({
        ...row,
        alert: `${alert_id} ${alertDefinition(alert_id)?.code ?? ''}`,
        channel: deliveryChannels.find(c => c.id === alert_channel_id)?.code ?? '',
      }))
    },
  }),
]
