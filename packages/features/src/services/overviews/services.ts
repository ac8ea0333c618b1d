// The overviews of all services, found by folder.
import type { Overview } from '../overview.ts'

const overviewFiles = import.meta.glob<Overview>('../[a-z]*/overview.ts', {
  eager: true,
  import: 'default',
})
const byCode = new Map(
  Object.entries(overviewFiles).map(([path, overview]) => [path.split('/').at(-2) ?? '', overview]),
)
export const overviewOf = (code: string): Overview | undefined => byCode.get(code)
