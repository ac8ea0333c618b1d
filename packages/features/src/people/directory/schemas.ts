// What a directory can read about this server: its features, its resources and their attributes.
import { MOST, PATH, schemaIds } from './messages.ts'

const metaOf = (publicUrl: string, path: string, resourceType: string) => ({
  meta: { resourceType, location: `${publicUrl}${PATH}/${path}` },
})
export const serviceProviderConfig = (publicUrl: string) => ({
  schemas: [schemaIds.config],
  documentationUri: `${publicUrl}/api/docs`,
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API token',
      description: 'An API token that was made for a directory',
      primary: true,
    },
  ],
  ...metaOf(publicUrl, 'ServiceProviderConfig', 'ServiceProviderConfig'),
})

const resourceTypeOf = (publicUrl: string, name: 'User' | 'Group') => ({
  schemas: [schemaIds.resourceType],
  id: name,
  name,
  endpoint: `/${name}s`,
  schema: name === 'User' ? schemaIds.user : schemaIds.group,
  ...metaOf(publicUrl, `ResourceTypes/${name}`, 'ResourceType'),
})
export const resourceTypes = (publicUrl: string) => [
  resourceTypeOf(publicUrl, 'User'),
  resourceTypeOf(publicUrl, 'Group'),
]

type Kind = 'string' | 'boolean' | 'complex'
interface Attribute {
  readonly name: string
  readonly type?: Kind
  readonly multiValued?: boolean
  readonly required?: boolean
  readonly unique?: boolean
  readonly readOnly?: boolean
  readonly subAttributes?: readonly Attribute[]
}
const attribute = ({
  name,
  type = 'string',
  multiValued = false,
  required = false,
  unique = false,
  readOnly = false,
  subAttributes,
}: Attribute): object => ({
  name,
  type,
  multiValued,
  required,
  caseExact: false,
  mutability: readOnly ? 'readOnly' : 'readWrite',
  returned: 'default',
  uniqueness: unique ? 'server' : 'none',
  ...(subAttributes && { subAttributes: subAttributes.map(attribute) }),
})
const VALUES: readonly Attribute[] = [{ name: 'value' }, { name: 'display', readOnly: true }]
const userAttributes: readonly Attribute[] = [
  { name: 'userName', required: true, unique: true },
  { name: 'displayName' },
  {
    name: 'name',
    type: 'complex',
    subAttributes: [{ name: 'formatted' }, { name: 'givenName' }, { name: 'familyName' }],
  },
  { name: 'active', type: 'boolean' },
  { name: 'emails', type: 'complex', multiValued: true, readOnly: true, subAttributes: VALUES },
  { name: 'roles', type: 'complex', multiValued: true, readOnly: true, subAttributes: VALUES },
  { name: 'groups', type: 'complex', multiValued: true, readOnly: true, subAttributes: VALUES },
]
const groupAttributes: readonly Attribute[] = [
  { name: 'displayName', required: true, unique: true },
  { name: 'members', type: 'complex', multiValued: true, subAttributes: VALUES },
]
const schemaOf = (
  publicUrl: string,
  id: string,
  name: string,
  attributes: readonly Attribute[],
) => ({
  schemas: [schemaIds.schema],
  id,
  name,
  attributes: attributes.map(attribute),
  ...metaOf(publicUrl, `Schemas/${id}`, 'Schema'),
})
export const schemas = (publicUrl: string) => [
  schemaOf(publicUrl, schemaIds.user, 'User', userAttributes),
  schemaOf(publicUrl, schemaIds.group, 'Group', groupAttributes),
]
