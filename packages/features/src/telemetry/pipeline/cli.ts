// quarantine list | count | release: records that were stored but not believed
import { Id } from '@flotta/core/contract.ts'
import { type Command, command } from '@flotta/platform/cli.ts'
import { z } from 'zod'
import {
  countQuarantine,
  listQuarantine,
  type QuarantineFilter,
  releaseQuarantine,
} from './quarantine.ts'

const filter = {
  device: Id.optional().describe('of this device only (id)'),
  reason: z
    .enum(['future', 'ancient', 'retention', 'unmounted', 'data'])
    .optional()
    .describe('why it was set aside: future, ancient, retention, unmounted, data'),
}
const filterOf = ({
  device,
  reason,
}: {
  readonly device?: number | undefined
  readonly reason?: string | undefined
}): QuarantineFilter => ({
  ...(device !== undefined && { device_id: device }),
  ...(reason !== undefined && { reason }),
})

export const commands: readonly Command[] = [
  command({
    noun: 'quarantine',
    verb: 'list',
    summary: 'Records that wait in the quarantine, oldest first',
    options: z.object({
      ...filter,
      limit: z.coerce.number().int().min(1).max(100_000).default(100).describe('how many'),
    }),
    columns: ['id', 'imei', 'reason', 'message_datetime', 'received_at', 'error'],
    async run(a, ctx) {
      const date = (at: number | null) => (at === null ? null : new Date(at))
      return (await listQuarantine(ctx, filterOf(a), a.limit)).map(r => ({
        ...r,
        message_datetime: date(r.message_datetime),
        received_at: date(r.received_at),
      }))
    },
  }),
  command({
    noun: 'quarantine',
    verb: 'count',
    summary: 'How many wait, by reason',
    options: z.object({}),
    run: (_, ctx) => countQuarantine(ctx),
  }),
  command({
    noun: 'quarantine',
    verb: 'release',
    summary:
      'Take records in again, their times moved by an offset where the device’s clock was wrong',
    options: z.object({
      ...filter,
      offset: z.coerce
        .number()
        .int()
        .min(-2_000_000_000)
        .max(2_000_000_000)
        .default(0)
        .describe('seconds to add to the device’s time'),
    }),
    run: (a, ctx) => releaseQuarantine(ctx, filterOf(a), a.offset),
  }),
]
