// `/scim/v2/Groups`: the calls by which a directory finds, makes, changes and removes groups.
import type { MountAnswer, MountVisit } from '@flotta/platform/feature.ts'
import { allOf, answer, changesIn, filtersIn, type Target, writing } from './calls.ts'
import {
  changeGroup,
  createGroup,
  type Group,
  groupById,
  groupFilter,
  groupResource,
  groupRows,
  heldGroup,
  removeGroup,
} from './groups.ts'
import { listAnswer } from './list-answer.ts'
import { formOf, GroupForm, ScimRefusal } from './messages.ts'
import type { Writing } from './people.ts'
import { projectionOf } from './projection.ts'
import { type Change, membersWith } from './rules.ts'

const idsOf = (members: readonly { readonly value: string | number }[] | null | undefined) =>
  (members ?? []).map(({ value }) => String(value))
function groupOf(body: unknown): Group {
  const { displayName, externalId, members } = formOf(GroupForm, body)
  return { name: displayName, external_id: externalId ?? null, members: idsOf(members) }
}
function textIn(path: string, value: unknown, longest: number): string {
  if (typeof value === 'string' && value.length <= longest) return value
  throw new ScimRefusal(400, `${path}: a text of ${longest} characters at most`, 'invalidValue')
}
/** The group after the changes. */
function groupWith(group: Group, changes: readonly Change[]): Group {
  const members = membersWith(group.members, changes)
  if (members === null) throw new ScimRefusal(400, 'members: a list of ids', 'invalidValue')
  let { name, external_id } = group
  for (const { op, path, value } of changes) {
    if (path === 'displayname' && op !== 'remove') name = textIn(path, value, 200).trim()
    if (path === 'externalid')
      external_id = op === 'remove' || value === null ? null : textIn(path, value, 500)
  }
  if (name === '') throw new ScimRefusal(400, 'displayName: required', 'invalidValue')
  return { name, external_id, members }
}

export async function groups(visit: MountVisit, { id, query }: Target): Promise<MountAnswer> {
  const { method, body, caller, ctx } = visit
  const { customer_id } = caller
  const { publicUrl } = ctx.config
  const resourceAnswer = async (status: number, of: string) => {
    const row = await groupById(ctx.db, customer_id, of)
    const resource = groupResource(row, publicUrl)
    return answer(status, projectionOf(resource, query), resource.meta.location)
  }
  const note = (
    work: Writing,
    action: 'create' | 'update' | 'delete',
    of: number,
    change: { readonly before: Group | null; readonly after: Group | null },
  ) => visit.audit({ action, subject: `directory_groups/${of}`, ...change }, work.tx)
  if (id === undefined) {
    if (method === 'GET')
      return listAnswer(
        ctx,
        query,
        groupRows(customer_id, allOf(filtersIn(query).map(groupFilter))),
        row => groupResource(row, publicUrl),
      )
    if (method !== 'POST') throw new ScimRefusal(405, 'name the group')
    const newId = await writing(visit, async work => {
      const group = groupOf(body)
      const groupId = await createGroup(group, work)
      await note(work, 'create', groupId, { before: null, after: group })
      return groupId
    })
    return resourceAnswer(201, String(newId))
  }
  if (method === 'GET') return resourceAnswer(200, id)
  if (method === 'POST') throw new ScimRefusal(405, 'a group is made by POST /Groups')
  await writing(visit, async work => {
    const row = await heldGroup(work.tx, customer_id, id)
    const before = { name: row.name, external_id: row.external_id, members: idsOf(row.members) }
    if (method === 'DELETE') {
      await removeGroup(row, work)
      return note(work, 'delete', row.id, { before, after: null })
    }
    const after = method === 'PUT' ? groupOf(body) : groupWith(before, changesIn(body, 'Group'))
    await changeGroup(row, after, work)
    return note(work, 'update', row.id, { before, after })
  })
  return method === 'DELETE' ? answer(204) : resourceAnswer(200, id)
}
