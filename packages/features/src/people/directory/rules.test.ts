// The rules of SCIM as tables: filters, changes, names and roles.
import { expect, test } from 'vitest'
import { projectionOf } from './projection.ts'
import {
  changesOf,
  faultOfPaths,
  filtersOf,
  membersWith,
  type Person,
  personWith,
  roleIn,
  roleOfGroup,
  shownName,
  truthOf,
} from './rules.ts'

test.each([
  ['userName eq "ada@example.com"', { attribute: 'username', value: 'ada@example.com' }],
  ['USERNAME EQ "ada@example.com"', { attribute: 'username', value: 'ada@example.com' }],
  ['externalId eq "a \\"b\\""', { attribute: 'externalid', value: 'a "b"' }],
  ['emails[type eq "work"].value eq "a@b.it"', { attribute: 'emails.value', value: 'a@b.it' }],
  [
    'urn:ietf:params:scim:schemas:core:2.0:User:userName eq "x"',
    { attribute: 'username', value: 'x' },
  ],
  ['id eq 7', { attribute: 'id', value: '7' }],
  ['userName sw "a"', null],
  ['members[value eq "7"]', { attribute: 'members.value', value: '7' }],
  ['active eq True', { attribute: 'active', value: 'true' }],
  ['userName eq "a" or active eq true', null],
  ['userName eq a', null],
  ['', null],
] as const)('the filter %s [directory.3]', (text, filter) =>
  expect(filtersOf(text)).toEqual(filter && [filter]),
)
test('all parts of a filter joined by and must hold, and an and within a text joins nothing [directory.3]', () =>
  expect(filtersOf('id eq "7" AND displayName eq "salt and pepper"')).toEqual([
    { attribute: 'id', value: '7' },
    { attribute: 'displayname', value: 'salt and pepper' },
  ]))

const ada: Person = {
  user_name: 'ada@example.com',
  external_id: 'x1',
  display_name: 'Ada Rossi',
  given_name: 'Ada',
  family_name: 'Rossi',
  active: true,
}
const changed = (...operations: Parameters<typeof changesOf>[0]) => {
  const changes = changesOf(operations)
  return changes && personWith(ada, changes)
}
test.each([
  ['Entra ends access', [{ op: 'Replace', path: 'active', value: 'False' }], { active: false }],
  ['Okta ends access', [{ op: 'replace', value: { active: false } }], { active: false }],
  [
    'Entra changes a name',
    [{ op: 'Add', path: 'name.givenName', value: 'Ida' }],
    { given_name: 'Ida' },
  ],
  [
    'Okta changes a name',
    [{ op: 'replace', value: { name: { familyName: 'Verdi' }, displayName: 'Ada Verdi' } }],
    { family_name: 'Verdi', display_name: 'Ada Verdi' },
  ],
  [
    'a path with its schema',
    [
      {
        op: 'replace',
        path: 'urn:ietf:params:scim:schemas:core:2.0:User:userName',
        value: 'a@b.it',
      },
    ],
    { user_name: 'a@b.it' },
  ],
  [
    'the parts of a name come as one',
    [{ op: 'Replace', path: 'name', value: { givenName: 'Ida', familyName: 'Verdi' } }],
    { given_name: 'Ida', family_name: 'Verdi' },
  ],
  [
    'the schema alone is the path',
    [
      {
        op: 'replace',
        path: 'urn:ietf:params:scim:schemas:core:2.0:User',
        value: { displayName: 'Ida' },
      },
    ],
    { display_name: 'Ida' },
  ],
  [
    'an older Entra sends single values as lists',
    [
      { op: 'Replace', path: 'active', value: [{ $ref: null, value: 'False' }] },
      { op: 'Replace', path: 'displayName', value: [{ $ref: null, value: 'Ida' }] },
    ],
    { active: false, display_name: 'Ida' },
  ],
  [
    'attributes with dots and of other schemas in one value',
    [
      {
        op: 'replace',
        value: {
          'name.givenName': 'Ida',
          active: 'False',
          'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department': 'Nord',
        },
      },
    ],
    { given_name: 'Ida', active: false },
  ],
  ['an attribute is removed', [{ op: 'remove', path: 'externalId' }], { external_id: null }],
  [
    'an attribute that the product does not have is skipped',
    [{ op: 'add', path: 'title', value: 'x' }],
    {},
  ],
] as const)('%s [directory.4]', (_, operations, difference) =>
  expect(changed(...operations)).toEqual({ ...ada, ...difference }),
)
test.each([
  ['no operation of ours', { op: 'move', path: 'active', value: true }],
  ['no truth value', { op: 'replace', path: 'active', value: 'perhaps' }],
  ['no text', { op: 'replace', path: 'displayName', value: 7 }],
  ['no name', { op: 'replace', path: 'userName', value: ' ' }],
  ['no attribute', { op: 'replace', value: 'x' }],
] as const)('%s is refused', (_, operation) => expect(changed(operation)).toBeNull())

test.each([
  ['Entra adds', [{ op: 'Add', path: 'members', value: [{ value: '3' }] }], ['1', '2', '3']],
  ['Entra removes', [{ op: 'Remove', path: 'members', value: [{ value: '1' }] }], ['2']],
  ['Okta removes', [{ op: 'remove', path: 'members[value eq "2"]' }], ['1']],
  ['Okta replaces', [{ op: 'replace', path: 'members', value: [{ value: '9' }] }], ['9']],
  ['all are removed', [{ op: 'remove', path: 'members' }], []],
  ['a name changes no member', [{ op: 'replace', value: { displayName: 'x' } }], ['1', '2']],
] as const)('%s members [directory.4]', (_, operations, members) =>
  expect(membersWith(['1', '2'], changesOf(operations) ?? [])).toEqual(members),
)

test.each([
  [true, true],
  ['True', true],
  ['False', false],
  ['', null],
  [1, null],
] as const)('%j is the truth value %s', (value, truth) => expect(truthOf(value)).toBe(truth))
test.each([
  [{}, 'Ada Rossi'],
  [{ display_name: null }, 'Ada Rossi'],
  [{ display_name: ' ', given_name: null }, 'Rossi'],
  [{ display_name: null, given_name: null, family_name: null }, 'ada@example.com'],
] as const)('with %j a person is shown as %s', (difference, name) =>
  expect(shownName({ ...ada, ...difference })).toBe(name),
)
test.each([
  ['Flotta edit', 'edit'],
  ['fleet-control', 'control'],
  ['VIEW', 'view'],
  ['Printing', 'printing'],
  ['Drivers', null],
  ['editors', null],
] as const)('the group %s gives %s [directory.6]', (name, role) =>
  expect(roleOfGroup(name)).toBe(role),
)
test.each([
  [['a view', 'b edit'], 'control', 'edit'],
  [['a control'], 'edit', 'edit'],
  [['a printing'], 'edit', 'printing'],
  [['drivers'], 'control', null],
  [[], 'control', null],
] as const)('the role %j by a token of %s becomes %s [directory.6]', (names, most, role) =>
  expect(roleIn(names, most)).toBe(role),
)

test.each([
  ['nothing is named', [{ op: 'remove' }], 'User', 'noTarget'],
  ['the name of a person', [{ op: 'Remove', path: 'userName' }], 'User', 'mutability'],
  ['the name of a group', [{ op: 'remove', path: 'displayName' }], 'Group', 'mutability'],
  ['the shown name of a person', [{ op: 'remove', path: 'displayName' }], 'User', null],
  ['the id', [{ op: 'replace', path: 'id', value: '7' }], 'User', 'mutability'],
  ['the groups of a person', [{ op: 'add', path: 'groups', value: [] }], 'User', 'mutability'],
  ['an id inside of a value', [{ op: 'replace', value: { id: '7' } }], 'Group', null],
] as const)(
  'an operation with the fault %s is refused with the protocol’s word [directory.11]',
  (_, operations, of, fault) => expect(faultOfPaths(operations, of)).toBe(fault),
)

const resource = {
  schemas: ['x'],
  id: '7',
  userName: 'ada@example.com',
  name: { givenName: 'Ada', familyName: 'Rossi' },
  emails: [{ value: 'ada@example.com', type: 'work' }],
  groups: [],
  meta: { location: '/7' },
}
const { schemas, id, userName, name, emails, groups } = resource
test.each([
  ['', resource],
  ['attributes=userName', { schemas, id, userName }],
  ['attributes=USERNAME,groups', { schemas, id, userName, groups }],
  [
    'attributes=name.familyName,emails.value',
    { schemas, id, name: { familyName: 'Rossi' }, emails: [{ value: 'ada@example.com' }] },
  ],
  ['attributes=urn:ietf:params:scim:schemas:core:2.0:User:userName', { schemas, id, userName }],
  ['attributes=title', { schemas, id }],
  ['excludedAttributes=meta,groups,id,userName', { schemas, id, name, emails }],
  [
    'attributes=name,emails&excludedAttributes=name.givenName',
    { schemas, id, name: { familyName: 'Rossi' }, emails },
  ],
])('a resource %j has the attributes that the directory requested [directory.12]', (query, told) =>
  expect(projectionOf(resource, new URLSearchParams(query))).toEqual(told),
)
