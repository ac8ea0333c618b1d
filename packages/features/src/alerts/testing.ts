// Alerts for tests: the catalogue has them.
import type { Samples } from '../samples.ts'

export const samples: Samples = { alerts: { make: async () => 1 } }
