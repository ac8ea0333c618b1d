// The door for commands: what the bus brings for a device goes out over its connection, once or not at all, and what became of it is told.
import { address, type Bus } from '../bus.ts'
import { counter } from '../metrics.ts'
import { type CommandNews, commandNews, type OutgoingCommand, outgoing } from '../topics.ts'
import type { Connections } from './connections.ts'

/** Commands whose outcome is kept, so that one that comes again is not sent again. */
const MAX_REMEMBERED = 10_000

const outcomes = counter({
  role: 'gateway',
  name: 'flotta_gateway_commands_total',
  help: 'Texts for devices, by whether they left',
  labels: ['outcome'],
})

export interface CommandSenderOptions {
  readonly bus: Pick<Bus, 'consume' | 'publish'>
  readonly connections: Pick<Connections, 'of' | 'isContested'>
  readonly gateway: string
  now(): number
}

/** Returns how to close it. */
export function startCommandSender({
  bus,
  connections,
  gateway,
  now,
}: CommandSenderOptions): () => void {
  const known = new Map<string, CommandNews>()
  const send = ({
    command_id,
    device_id,
    text,
    expires_at,
    addressed,
  }: OutgoingCommand): CommandNews => {
    // whoever knows its name could take what is meant for the device: it waits as for one that is not connected
    const session = connections.isContested(device_id) ? undefined : connections.of(device_id)
    const outcome = now() > expires_at ? 'expired' : (session?.send(text, addressed) ?? 'offline')
    outcomes.inc({ outcome })
    return {
      command_id,
      device_id,
      outcome,
      session: outcome === 'sent' ? (session?.id ?? null) : null,
      at: now(),
    }
  }
  return bus.consume(
    address(outgoing, gateway),
    'gateway',
    { batch: 100, linger: 0 },
    async commands => {
      for (const command of commands) {
        const news = known.get(command.command_id) ?? send(command)
        known.set(command.command_id, news)
        await bus.publish(commandNews, news)
      }
      for (const id of known.keys()) {
        if (known.size <= MAX_REMEMBERED) break
        known.delete(id)
      }
    },
  )
}
