// Publishes sign-ins, keep-alives and ends of connections in bounded memory: for each device at most one event is being published, and only the
// newest one waits.
import type { Bus } from '../bus.ts'
import { type ConnectionEvent, connectionEvents } from '../topics.ts'

export interface ConnectionEventPublisher {
  tell(event: ConnectionEvent): void
}

export function connectionEventPublisher(bus: Bus): ConnectionEventPublisher {
  /** Device whose event is being published → its next event. */
  const next = new Map<number, ConnectionEvent | null>()
  const publish = async (event: ConnectionEvent): Promise<void> => {
    next.set(event.device_id, null)
    // The bus closes when the process stops. The next start closes connections that stayed open in the database.
    await bus.publish(connectionEvents, event).catch(() => {})
    const after = next.get(event.device_id)
    next.delete(event.device_id)
    if (after) await publish(after)
  }
  return {
    tell(event) {
      // Other gateways close their older connection of this device.
      if (event.event === 'open') bus.broadcast(connectionEvents, event)
      const after = next.get(event.device_id)
      if (after === undefined) void publish(event)
      else if (after === null || after.sign_in <= event.sign_in) next.set(event.device_id, event)
    },
  }
}
