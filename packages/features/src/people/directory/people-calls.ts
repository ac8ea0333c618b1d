// `/scim/v2/Users`: the calls by which a directory finds, makes, changes and removes people.
import type { MountAnswer, MountVisit } from '@flotta/platform/feature.ts'
import { allOf, answer, changesIn, filtersIn, type Target, writing } from './calls.ts'
import { listAnswer } from './list-answer.ts'
import { formOf, ScimRefusal, UserForm } from './messages.ts'
import {
  auditPerson,
  heldPerson,
  personById,
  personFilter,
  personIn,
  personRows,
  userResource,
} from './people.ts'
import { changePerson, createPerson, removePerson } from './people-changes.ts'
import { projectionOf } from './projection.ts'
import { type Person, personWith, truthOf } from './rules.ts'

/**
 * The person of a body.
 * @param before the present person: a body without `active` does not enable anybody again
 */
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

export async function users(visit: MountVisit, { id, query }: Target): Promise<MountAnswer> {
  const { method, body, caller, ctx } = visit
  const { customer_id } = caller
  const { publicUrl } = ctx.config
  const resourceAnswer = async (status: number, of: string) => {
    const resource = userResource(await personById(ctx.db, customer_id, of), publicUrl)
    return answer(status, projectionOf(resource, query), resource.meta.location)
  }
  if (id === undefined) {
    if (method === 'GET')
      return listAnswer(
        ctx,
        query,
        personRows(customer_id, allOf(filtersIn(query).map(personFilter))),
        row => userResource(row, publicUrl),
      )
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
