// How every room makes one of its records, found in its `testing.ts`: for tests that try every endpoint.
import type { Samples } from '../samples.ts'

export const samples: Samples = Object.assign(
  {},
  ...Object.values(
    import.meta.glob<Samples>('../[a-z]*/[a-z]*/testing.ts', { eager: true, import: 'samples' }),
  ),
)
