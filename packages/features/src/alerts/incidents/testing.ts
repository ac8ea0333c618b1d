// Alerts for tests, read from the catalogue.
import type { Samples } from '../../samples.ts'

const ids = [crypto.randomUUID()]
export const samples: Samples = {
  alerts: {
    make: async () => 1,
    bodies: {
      'PUT /alerts/active/acknowledge': { ids },
      'PUT /alerts/active/assign': { ids, user_id: null },
    },
  },
}
