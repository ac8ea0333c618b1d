// The target of a call below `/scim/v2`, and its answers.
import type { MountAnswer, MountVisit } from '@flotta/platform/feature.ts'
import { type RawBuilder, sql } from 'kysely'
import { formOf, PATH, PatchForm, SCIM, ScimRefusal } from './messages.ts'
import type { Writing } from './people.ts'
import { type Change, changesOf, type Filter, faultOfPaths, filtersOf } from './rules.ts'

export const answer = (status: number, body?: object, location?: string): MountAnswer => ({
  status,
  headers: {
    'content-type': `${SCIM}; charset=utf-8`,
    ...(location !== undefined && { location }),
  },
  ...(body && { body: JSON.stringify(body) }),
})
export const writing = <T>(visit: MountVisit, work: (writing: Writing) => Promise<T>): Promise<T> =>
  visit.ctx.db.transaction().execute(tx => work({ tx, caller: visit.caller, ctx: visit.ctx }))

/** What a call below `/scim/v2` addresses. */
export interface Target {
  readonly kind: string
  readonly id: string | undefined
  readonly query: URLSearchParams
}
export function targetOf({ url }: MountVisit): Target {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const [kind = '', id, ...rest] = pathname.slice(PATH.length + 1).split('/')
  if (rest.length > 0) throw new ScimRefusal(404, 'there is no such resource')
  return { kind, id: id && decodeURIComponent(id), query: searchParams }
}
export function filtersIn(query: URLSearchParams): Filter[] {
  const text = query.get('filter')
  if (text === null || text === '') return []
  const filters = filtersOf(text)
  if (filters === null)
    throw new ScimRefusal(
      400,
      'only filters of the form attribute eq "value" are offered, with and between',
      'invalidFilter',
    )
  return filters
}
export const allOf = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  sql<boolean>`(${conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)})`
export function changesIn(body: unknown, of: 'User' | 'Group'): Change[] {
  const { Operations } = formOf(PatchForm, body)
  const fault = faultOfPaths(Operations, of)
  if (fault === 'noTarget')
    throw new ScimRefusal(400, 'an operation that removes names what, in its path', fault)
  if (fault === 'mutability')
    throw new ScimRefusal(400, 'an attribute that is required or read only', fault)
  const changes = changesOf(Operations)
  if (changes === null)
    throw new ScimRefusal(400, 'an operation is not understood', 'invalidSyntax')
  return changes
}
