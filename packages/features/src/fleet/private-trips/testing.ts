// Samples of private trips for tests: what the endpoints of vehicles take.
import type { Samples } from '../../samples.ts'

export const samples: Samples = {
  private_hours: {
    make: async () => 0,
    bodies: {
      'PUT /private_hours': { hours: [] },
      'PUT /vehicles/:id/private_hours': { hours: null },
    },
  },
}
