// `/scim/v2`: the directory of a company makes, changes and switches off its users and groups (SCIM 2.0, RFC 7643 and 7644).
import { feature, type Mount, type MountAnswer, type MountVisit } from '@flotta/platform/feature.ts'
import { type RawBuilder, sql } from 'kysely'
import { manages } from '../users/rules.ts'
import {
  changeGroup,
  createGroup,
  type Group,
  groupById,
  groupFilter,
  groupResource,
  groupsPage,
  heldGroup,
  removeGroup,
} from './groups.ts'
import {
  errorOf,
  formOf,
  GroupForm,
  listOf,
  PATH,
  PatchForm,
  pageOf,
  SCIM,
  ScimRefusal,
  UserForm,
} from './messages.ts'
import {
  auditPerson,
  changePerson,
  createPerson,
  heldPerson,
  peoplePage,
  personById,
  personFilter,
  personIn,
  removePerson,
  userResource,
  type Writing,
} from './people.ts'
import {
  type Change,
  changesOf,
  type Filter,
  faultOfPaths,
  filtersOf,
  membersWith,
  type Person,
  personWith,
  projectionOf,
  truthOf,
} from './rules.ts'
import { resourceTypes, schemas, serviceProviderConfig } from './schemas.ts'

const answer = (status: number, body?: object, location?: string): MountAnswer => ({
  status,
  headers: {
    'content-type': `${SCIM}; charset=utf-8`,
    ...(location !== undefined && { location }),
  },
  ...(body && { body: JSON.stringify(body) }),
})
const writing = <T>(visit: MountVisit, work: (writing: Writing) => Promise<T>): Promise<T> =>
  visit.ctx.db.transaction().execute(tx => work({ tx, caller: visit.caller, ctx: visit.ctx }))

/** What is asked below `/scim/v2`. */
interface Target {
  readonly kind: string
  readonly id: string | undefined
  readonly query: URLSearchParams
}
function targetOf({ url }: MountVisit): Target {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const [kind = '', id, ...rest] = pathname.slice(PATH.length + 1).split('/')
  if (rest.length > 0) throw new ScimRefusal(404, 'there is no such resource')
  return { kind, id: id && decodeURIComponent(id), query: searchParams }
}
function filtersIn(query: URLSearchParams): Filter[] {
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
const allOf = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  sql<boolean>`(${conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)})`
function changesIn(body: unknown, of: 'User' | 'Group'): Change[] {
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

/** @param before the person as they are: who says nothing of `active` switches nobody on again */
function personOf(body: unknown, before?: Person): Person {
  const { userName, externalId, displayName, name, active } = formOf(UserForm, body)
  const isActive = active === undefined ? (before?.active ?? true) : truthOf(active)
  if (isActive === null) throw new ScimRefusal(400, 'active: true or false', 'invalidValue')
  return {
    user_name: userName,
    external_id: externalId ?? null,
    display_name: displayName ?? name?.formatted ?? null,
    given_name: name?.givenName ?? null,
    family_name: name?.familyName ?? null,
    active: isActive,
  }
}

async function users(visit: MountVisit, { id, query }: Target): Promise<MountAnswer> {
  const { method, body, caller, ctx } = visit
  const { customer_id } = caller
  const { publicUrl } = ctx.config
  const resourceAnswer = async (status: number, of: string) => {
    const resource = userResource(await personById(ctx.db, customer_id, of), publicUrl)
    return answer(status, projectionOf(resource, query), resource.meta.location)
  }
  if (id === undefined) {
    if (method === 'GET') {
      const page = pageOf(query)
      const { rows, total } = await peoplePage(
        ctx,
        customer_id,
        allOf(filtersIn(query).map(personFilter)),
        page,
      )
      const resources = rows.map(row => projectionOf(userResource(row, publicUrl), query))
      return answer(200, listOf(resources, total, page.start))
    }
    if (method !== 'POST') throw new ScimRefusal(405, 'name the user')
    const newId = await writing(visit, async work => {
      const userId = await createPerson(personOf(body), work)
      await auditPerson(visit, work.tx, 'create', userId, null)
      return userId
    })
    return resourceAnswer(201, String(newId))
  }
  if (method === 'GET') return resourceAnswer(200, id)
  if (method === 'POST') throw new ScimRefusal(405, 'a user is made by POST /Users')
  await writing(visit, async work => {
    const row = await heldPerson(work.tx, customer_id, id)
    if (method === 'DELETE') await removePerson(row, work)
    else {
      const before = personIn(row)
      const person =
        method === 'PUT' ? personOf(body, before) : personWith(before, changesIn(body, 'User'))
      if (person === null) throw new ScimRefusal(400, 'a value is not understood', 'invalidValue')
      await changePerson(row, person, work)
    }
    await auditPerson(visit, work.tx, method === 'DELETE' ? 'delete' : 'update', row.id, row)
  })
  return method === 'DELETE' ? answer(204) : resourceAnswer(200, id)
}

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

async function groups(visit: MountVisit, { id, query }: Target): Promise<MountAnswer> {
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
    if (method === 'GET') {
      const page = pageOf(query)
      const { rows, total } = await groupsPage(
        ctx,
        customer_id,
        allOf(filtersIn(query).map(groupFilter)),
        page,
      )
      const resources = rows.map(row => projectionOf(groupResource(row, publicUrl), query))
      return answer(200, listOf(resources, total, page.start))
    }
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

/** What is told of the server itself, a list or one of it. */
function catalogueAnswer(
  list: readonly { readonly id: string }[],
  id: string | undefined,
): MountAnswer {
  if (id === undefined) return answer(200, listOf(list, list.length, 1))
  const one = list.find(entry => entry.id === id)
  if (one === undefined) throw new ScimRefusal(404, `there is no ${id}`)
  return answer(200, one)
}

async function answerOf(visit: MountVisit): Promise<MountAnswer> {
  const target = targetOf(visit)
  const { publicUrl } = visit.ctx.config
  switch (target.kind) {
    case 'Users':
      return users(visit, target)
    case 'Groups':
      return groups(visit, target)
    case 'ServiceProviderConfig':
      return answer(200, serviceProviderConfig(publicUrl))
    case 'ResourceTypes':
      return catalogueAnswer(resourceTypes(publicUrl), target.id)
    case 'Schemas':
      return catalogueAnswer(schemas(publicUrl), target.id)
    default:
      throw new ScimRefusal(404, 'there is no such resource')
  }
}

const mount: Mount = {
  path: `${PATH}/*`,
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  body_limit: 1_000_000,
  directory: true,
  async run(visit) {
    try {
      if (!manages(visit.caller.role))
        throw new ScimRefusal(403, 'the owner of the token does not manage users any more')
      return await answerOf(visit)
    } catch (error) {
      if (!(error instanceof ScimRefusal)) throw error
      return answer(error.status, errorOf(error.status, error.message, error.scimType))
    }
  },
  refusal: ({ status, message }) =>
    answer(status, errorOf(status, message, status === 400 ? 'invalidSyntax' : undefined)),
}
export default feature({ mounts: [mount] })
