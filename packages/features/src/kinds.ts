// Every kind of a vehicle's data: each owner's kinds.ts is found here.
import type { Kind } from '@flotta/core/kinds.ts'

interface Exported {
  readonly kinds: readonly Kind[]
}
const files = import.meta.glob<Exported>(['./*/kinds.ts', './services/[a-z]*/kinds.ts'], { eager: true })

export const kinds: readonly Kind[] = Object.entries(files)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .flatMap(([, file]) => file.kinds)

const byName = new Map(kinds.map(k => [k.kind, k]))
if (byName.size !== kinds.length) throw new Error('two kinds of data share a name')
export const kindOf = (kind: string): Kind | undefined => byName.get(kind)
