// The number of agreements that the owner shares.
import type { Overview } from '../overview.ts'

const overview: Overview = {
  texts: ({ shared }) =>
    typeof shared === 'number'
      ? [{ key: 'overviews.reading.shared', values: { count: shared } }]
      : [],
}
export default overview
