// The messages of SCIM (RFC 7644): bodies, lists, and refusals with their kinds.
import { z } from 'zod'

export const SCIM = 'application/scim+json'
export const PATH = '/scim/v2'
const CORE = 'urn:ietf:params:scim:schemas:core:2.0'
const API = 'urn:ietf:params:scim:api:messages:2.0'
export const schemaIds = {
  user: `${CORE}:User`,
  group: `${CORE}:Group`,
  config: `${CORE}:ServiceProviderConfig`,
  resourceType: `${CORE}:ResourceType`,
  schema: `${CORE}:Schema`,
  list: `${API}:ListResponse`,
  error: `${API}:Error`,
} as const

export type ScimType =
  | 'invalidFilter'
  | 'uniqueness'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
/** A refusal in the terms of the protocol. */
export class ScimRefusal extends Error {
  readonly status: number
  readonly scimType: ScimType | undefined
  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}
export const errorOf = (status: number, detail: string, scimType?: ScimType) => ({
  schemas: [schemaIds.error],
  status: String(status),
  ...(scimType !== undefined && { scimType }),
  detail,
})

/** The most rows of one answer. */
export const MOST = 200
const most = (text: string): number => Math.min(MOST, Math.max(0, Number.parseInt(text, 10) || 0))
/** The start of a page (from 1) and its size; values that are no numbers are ignored. */
export const pageOf = (query: URLSearchParams) => ({
  start: Math.max(1, Number.parseInt(query.get('startIndex') ?? '1', 10) || 1),
  count: most(query.get('count') ?? '100'),
})
export const listOf = (resources: readonly object[], total: number, start: number) => ({
  schemas: [schemaIds.list],
  totalResults: total,
  startIndex: start,
  itemsPerPage: resources.length,
  Resources: resources,
})

const Text = z.string().max(500).nullish()
const Truth = z.union([z.boolean(), z.string()]).optional()
/** Attributes of a user. The protocol allows names in any case; directories write them like this. Other attributes are ignored. */
export const UserForm = z.object({
  userName: z.string().trim().min(1).max(254),
  externalId: Text,
  displayName: Text,
  name: z.object({ formatted: Text, givenName: Text, familyName: Text }).nullish(),
  active: Truth,
})
const Member = z.object({ value: z.union([z.string().max(20), z.number()]) })
export const GroupForm = z.object({
  displayName: z.string().trim().min(1).max(200),
  externalId: Text,
  members: z.array(Member).max(10_000).nullish(),
})
export const PatchForm = z.object({
  Operations: z
    .array(
      z.object({
        op: z.string().max(20),
        path: z.string().max(500).optional(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(1_000),
})
/**
 * Validates a body. Throws a refusal that names the attribute: a value that is missing or does not fit its attribute is `invalidValue`, a message of another
 * structure `invalidSyntax` (RFC 7644, 3.12).
 */
export function formOf<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const [attribute] = issue?.path ?? []
  throw new ScimRefusal(
    400,
    `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
    attribute === undefined || attribute === 'Operations' ? 'invalidSyntax' : 'invalidValue',
  )
}
