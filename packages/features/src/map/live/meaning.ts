// What every feature's `live.ts` says, joined: adding one edits nothing else.
import type { Endpoint } from '@flotta/core/contract.ts'
import type { Live, RowChange, Streams } from '@flotta/core/live.ts'

const found = Object.values(
  import.meta.glob<Live>('../../[a-z]*/[a-z]*/live.ts', {
    eager: true,
    import: 'default',
  }),
)

/** The words come from outside: `constructor` is none. */
const own = <T>(meanings: Readonly<Record<string, T>> | undefined, word: string): T | undefined =>
  meanings !== undefined && Object.hasOwn(meanings, word) ? meanings[word] : undefined

/** Does to the streams what the change of a row means. */
export function meet(change: RowChange, streams: Streams): void {
  for (const { tables } of found) own(tables, change.table)?.(change, streams)
}
const joined = (word: string, of: 'news' | 'kinds'): readonly Endpoint[] =>
  found.flatMap(meaning => own(meaning[of], word) ?? [])
/** Endpoints whose answers are out of date by news of this word. */
export const newsOf = (word: string): readonly Endpoint[] => joined(word, 'news')
/** Endpoints whose answers are out of date by this kind of a vehicle's data. */
export const kindsOf = (kind: string): readonly Endpoint[] => joined(kind, 'kinds')
