// The current driver.
import type { Overview } from '../overview.ts'

const overview: Overview = {
  texts: ({ driver }) => [
    typeof driver === 'string' ? { text: driver } : { key: 'overviews.told.no_driver' },
  ],
}
export default overview
