// The samples of every room, found in its `testing.ts`, for the tests of all endpoints.
import type { Samples } from '../samples.ts'

export const samples: Samples = Object.assign(
  {},
  ...Object.values(
    import.meta.glob<Samples>('../[a-z]*/[a-z]*/testing.ts', { eager: true, import: 'samples' }),
  ),
)
