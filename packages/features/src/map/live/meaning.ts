// Joins every feature's `live.ts`, found by folder.
import type { Endpoint } from '@flotta/core/contract.ts'
import type { Live, RowChange, Streams } from '@flotta/core/live.ts'

const liveFiles = Object.values(
  import.meta.glob<Live>('../../[a-z]*/[a-z]*/live.ts', {
    eager: true,
    import: 'default',
  }),
)

/** The words come from outside, and `constructor` is not one of them. */
const ownValue = <T>(
  meanings: Readonly<Record<string, T>> | undefined,
  word: string,
): T | undefined =>
  meanings !== undefined && Object.hasOwn(meanings, word) ? meanings[word] : undefined

/** Tells the streams about the change of a row. */
export function applyChange(change: RowChange, streams: Streams): void {
  for (const { tables } of liveFiles) ownValue(tables, change.table)?.(change, streams)
}
const endpointsFor = (word: string, side: 'news' | 'kinds'): readonly Endpoint[] =>
  liveFiles.flatMap(meaning => ownValue(meaning[side], word) ?? [])
/** Endpoints whose answers are out of date by news of this word. */
export const endpointsOfNews = (word: string): readonly Endpoint[] => endpointsFor(word, 'news')
/** Endpoints whose answers are out of date by this kind of a vehicle's data. */
export const endpointsOfKind = (kind: string): readonly Endpoint[] => endpointsFor(kind, 'kinds')
/** Paths of the endpoints that some kind of a vehicle's data makes out of date. */
export const pathsOfKinds: ReadonlySet<string> = new Set(
  liveFiles.flatMap(({ kinds }) =>
    Object.values(kinds ?? {}).flatMap(e => e.map(({ path }) => path)),
  ),
)
