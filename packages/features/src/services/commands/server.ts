// Remote commands on the server: what gateways and devices say of them is written down, and what waits is sent.
import { consume, every, feature, handle } from '@flotta/platform/feature.ts'
import { commandNews, replies } from '@flotta/platform/topics.ts'
import { writeCommandNews, writeReplies } from '../../telemetry/registry/commands.ts'
import { availability } from './contract.ts'
import { advanceCommands } from './jobs.ts'
import { contestedUntil } from './queries.ts'

const devicesOf = (told: readonly { readonly device_id: number }[]): number[] => [
  ...new Set(told.map(t => t.device_id)),
]

export default feature({
  handlers: [
    handle(availability, async ({ vehicle, ctx }) => ({
      contested_until: await contestedUntil(ctx, vehicle),
    })),
  ],
  consumers: [
    consume(commandNews, 'commands', { batch: 100, linger: 0 }, async (news, ctx) => {
      await writeCommandNews(news, ctx)
      await advanceCommands(ctx, devicesOf(news))
    }),
    consume(replies, 'commands', { batch: 100, linger: 0 }, async (said, ctx) => {
      await writeReplies(said, ctx)
      await advanceCommands(ctx, devicesOf(said))
    }),
  ],
  jobs: [every('tend commands', 2, ctx => advanceCommands(ctx))],
})
