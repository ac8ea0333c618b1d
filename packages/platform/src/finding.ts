// A finding of an examination of the installation: what was checked, its state, and what to do.
import type { Words } from '@flotta/core/problem.ts'

export type State = 'ok' | 'warn' | 'fail'
/** A text whose values may be texts themselves, such as a number of days. */
export interface FindingWords {
  readonly key: string
  readonly values?: Readonly<Record<string, string | number | FindingWords>>
}
interface FindingOf<Text> {
  readonly state: State
  readonly check: Text
  readonly says: Text
  readonly do: Text | null
}
export type Finding = FindingOf<FindingWords>
/** A finding in the words of a reader. */
export type FindingLine = FindingOf<string>

/** @param say writes a text in the reader's language */
export function lineOf(finding: Finding, say: (words: Words) => string): FindingLine {
  const text = ({ key, values = {} }: FindingWords): string =>
    say({
      key,
      values: Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          typeof value === 'object' ? text(value) : value,
        ]),
      ),
    })
  return {
    state: finding.state,
    check: text(finding.check),
    says: text(finding.says),
    do: finding.do === null ? null : text(finding.do),
  }
}
