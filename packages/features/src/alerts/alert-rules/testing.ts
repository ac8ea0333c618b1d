// Bodies of the calls of rules for tests.
import type { Samples } from '../../samples.ts'

const body = {
  vehicles: [1],
  destinations: [{ alert_channel_id: 1, destination: 'sample@example.com' }],
}
export const samples: Samples = {
  'alerts/rules': {
    make: async () => '0'.repeat(32),
    bodies: {
      'POST /alerts/rules': { alerts: [1], ...body },
      'POST /alerts/rules/recipients': { alerts: [1], ...body },
      'PUT /alerts/rules/:rule': { alert_id: 1, ...body },
    },
  },
}
