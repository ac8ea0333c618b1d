// The problems of the provider's commands: records that do not exist, values that are taken.
import { Problem } from '@flotta/core/problem.ts'

type RecordType =
  | 'customer'
  | 'user'
  | 'vehicle'
  | 'fleet'
  | 'device'
  | 'agreement'
  | 'mail'
  | 'task'
  | 'record'
export const noSuchRecord = (what: RecordType, id: number | string): Problem =>
  new Problem('not_found', { key: `command_line.no_${what}`, values: { id } })

/** Turns the violation of a unique or exclusion constraint into a problem of a field; other errors pass unchanged. */
export async function withConstraintProblems<T>(
  work: Promise<T>,
  constraints: Readonly<
    Record<
      string,
      {
        readonly field: string
        readonly key: string
        readonly values?: Readonly<Record<string, string | number>>
      }
    >
  >,
): Promise<T> {
  try {
    return await work
  } catch (error) {
    const constraint = constraints[(error as { constraint?: string }).constraint ?? '']
    if (!constraint) throw error
    const { field, ...words } = constraint
    throw new Problem('conflict', words, { [field]: [words] })
  }
}
