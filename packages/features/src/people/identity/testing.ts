// Identity providers for tests of every call.
import type { Samples } from '../../samples.ts'

export const samples: Samples = {
  // Identity providers are in a file, and no company has one.
  'step-up': { make: async () => 'nobody' },
}
