// The current driver.
import type { Overview } from '../overview.ts'

const overview: Overview = {
  texts: ({ driver }) => [
    typeof driver === 'string' ? { text: driver } : { key: 'overviews.reading.no_driver' },
  ],
}
export default overview
