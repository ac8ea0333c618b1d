// Joins every feature's `live.ts`, found by folder.
import type { Endpoint } from '@flotta/core/contract.ts'
import type { Live, RowChange, Streams } from '@flotta/core/live.ts'

const liveFiles = Object.values(
  import.meta.glob<Live>('../../[a-z]*/[a-z]*/live.ts', {
    eager: true,
    import: 'default',
  }),
)

/** An own property of an object: the words come from outside, and `constructor` must not be found. */
const ownValue = <T>(
  meanings: Readonly<Record<string, T>> | undefined,
  word: string,
): T | undefined =>
  meanings !== undefined && Object.hasOwn(meanings, word) ? meanings[word] : undefined

/** Passes the change of a row to the streams. */
export function applyChange(change: RowChange, streams: Streams): void {
  for (const { tables } of liveFiles) ownValue(tables, change.table)?.(change, streams)
}
const endpointsFor = (word: string, side: 'news' | 'kinds'): readonly Endpoint[] =>
  liveFiles.flatMap(meaning => ownValue(meaning[side], word) ?? [])
/** Endpoints whose answers an event with this word makes outdated. */
export const endpointsOfNews = (word: string): readonly Endpoint[] => endpointsFor(word, 'news')
/** Endpoints whose answers a change of this kind of vehicle data makes outdated. */
export const endpointsOfKind = (kind: string): readonly Endpoint[] => endpointsFor(kind, 'kinds')
/** Paths of the endpoints that some kind of vehicle data makes outdated. */
export const pathsOfKinds: ReadonlySet<string> = new Set(
  liveFiles.flatMap(({ kinds }) =>
    Object.values(kinds ?? {}).flatMap(e => e.map(({ path }) => path)),
  ),
)
