// `/scim/v2`: the directory of a company creates, changes and disables its users and groups (SCIM 2.0, RFC 7643 and 7644).
import { feature, type Mount, type MountAnswer, type MountVisit } from '@flotta/platform/feature.ts'
import { manages } from '../users/rules.ts'
import { answer, targetOf } from './calls.ts'
import { groups } from './group-calls.ts'
import { errorOf, listOf, PATH, ScimRefusal } from './messages.ts'
import { users } from './people-calls.ts'
import { resourceTypes, schemas, serviceProviderConfig } from './schemas.ts'

/** The answer about the server itself: a list, or one entry of it. */
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
