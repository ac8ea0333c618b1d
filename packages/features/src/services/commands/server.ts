// The server of remote commands: stores what gateways and devices report, and sends queued commands.
import { consume, every, feature, handle } from '@flotta/platform/feature.ts'
import { commandNews, replies } from '@flotta/platform/topics.ts'
import { writeCommandNews, writeReplies } from '../../telemetry/registry/commands.ts'
import { availability } from './contract.ts'
import { advanceCommands } from './jobs.ts'
import { contestedUntil } from './queries.ts'

const devicesOf = (messages: readonly { readonly device_id: number }[]): number[] => [
  ...new Set(messages.map(t => t.device_id)),
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
    consume(replies, 'commands', { batch: 100, linger: 0 }, async (deviceReplies, ctx) => {
      await writeReplies(deviceReplies, ctx)
      await advanceCommands(ctx, devicesOf(deviceReplies))
    }),
  ],
  jobs: [every('tend commands', 2, ctx => advanceCommands(ctx))],
})
