// Sign-ins, signs of life and ends, told in bounded memory: of one device at most one event is on its way and one waits, the newest.
import type { Bus } from '../bus.ts'
import { type ConnectionEvent, connectionEvents } from '../topics.ts'

export interface ConnectionEventPublisher {
  tell(event: ConnectionEvent): void
}

export function connectionEventPublisher(bus: Bus): ConnectionEventPublisher {
  /** Of a device whose event is on its way: the one to tell after it. */
  const next = new Map<number, ConnectionEvent | null>()
  const publish = async (event: ConnectionEvent): Promise<void> => {
    next.set(event.device_id, null)
    // a closed bus stops with the process; the next start closes what is left open
    await bus.publish(connectionEvents, event).catch(() => {})
    const after = next.get(event.device_id)
    next.delete(event.device_id)
    if (after) await publish(after)
  }
  return {
    tell(event) {
      // other gateways close their older connection of this device
      if (event.event === 'open') bus.broadcast(connectionEvents, event)
      const after = next.get(event.device_id)
      if (after === undefined) void publish(event)
      else if (after === null || after.sign_in <= event.sign_in) next.set(event.device_id, event)
    },
  }
}
