// Sends commands to devices: a command from the bus goes to the connection of its device, once or not at all, and its outcome is published.
import { address, type Bus } from '../bus.ts'
import { counter } from '../metrics.ts'
import { type CommandNews, commandNews, type OutgoingCommand, outgoing } from '../topics.ts'
import type { Connections } from './connections.ts'

/** Number of commands whose outcome is remembered, so that a repeated command is not sent again. */
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

/** Returns a function that stops the sending of commands. */
export function startCommandSender({
  bus,
  connections,
  gateway,
  now,
}: CommandSenderOptions): () => void {
  const outcomesById = new Map<string, CommandNews>()
  const send = ({
    command_id,
    device_id,
    text,
    expires_at,
    addressed,
  }: OutgoingCommand): CommandNews => {
    // Of two connections that claim to be the device one may be an impostor, so the command waits as for a device that is not connected.
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
        const news = outcomesById.get(command.command_id) ?? send(command)
        outcomesById.set(command.command_id, news)
        await bus.publish(commandNews, news)
      }
      for (const id of outcomesById.keys()) {
        if (outcomesById.size <= MAX_REMEMBERED) break
        outcomesById.delete(id)
      }
    },
  )
}
