// One finding of the doctor, and the words of which findings are made.
import type { Words } from '@flotta/core/problem.ts'
import type { Finding, FindingWords, State } from '@flotta/platform/finding.ts'

export const [HOUR, DAY] = [3_600, 86_400]
type Values = NonNullable<FindingWords['values']>
export const words = (key: string, values: Values = {}): FindingWords => ({
  key: `operation.doctor.${key}`,
  values,
})
/** The words of a program itself, which are not translated. */
export const quote = (says: string): FindingWords => words('itself', { says })
export const finding = (
  state: State,
  check: string,
  says: FindingWords,
  todo: FindingWords | null = null,
): Finding => ({ state, check: words(`check.${check}`), says, do: state === 'ok' ? null : todo })
/** The state of a number by its two limits. */
export const stateOf = (value: number, warn: number, fail = Number.POSITIVE_INFINITY): State =>
  value > fail ? 'fail' : value > warn ? 'warn' : 'ok'
export const time = (s: number): string | Words =>
  s < 120
    ? `${Math.round(s)} s`
    : s < 2 * HOUR
      ? `${Math.round(s / 60)} min`
      : s < 2 * DAY
        ? `${Math.round(s / HOUR)} h`
        : { key: 'operation.doctor.days', values: { n: Math.round(s / DAY) } }
export const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`
/** Several parts joined by the same word. @param between `and` or `beside` */
export const join = (
  between: string,
  parts: readonly (string | FindingWords)[],
): string | FindingWords => parts.reduceRight((second, first) => words(between, { first, second }))
