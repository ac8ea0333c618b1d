// The rules of SCIM (RFC 7643, 7644) as large directories use it: filters, changes in the forms of Entra and Okta, and the role that groups give.
import type { Role } from '@flotta/core/contract.ts'

/** Attribute names are compared regardless of case. */
export interface Filter {
  readonly attribute: string
  readonly value: string
}
const LITERAL = '("(?:[^"\\\\]|\\\\.)*"|true|false|\\d+)'
const COMPARISON = new RegExp(
  `^\\s*([\\w.:-]+(?:\\[[^\\]]*\\])?(?:\\.\\w+)?)\\s+eq\\s+${LITERAL}\\s*$`,
  'i',
)
/** `members[value eq "7"]`: one of the values of an attribute. */
const OF_VALUES = new RegExp(`^\\s*([\\w.:-]+)\\[\\s*(\\w+)\\s+eq\\s+${LITERAL}\\s*\\]\\s*$`, 'i')
/** An `and` outside of quotes. */
const AND = /\s+and\s+(?=(?:[^"]*"[^"]*")*[^"]*$)/i
/** `userName eq "ada@example.com"`, or several joined by `and`, which must all hold; null: an unsupported filter. */
export function filtersOf(text: string): Filter[] | null {
  const filters = text.split(AND).map(comparisonOf)
  return filters.every(filter => filter !== null) ? filters : null
}
function comparisonOf(text: string): Filter | null {
  const ofValues = OF_VALUES.exec(text)
  const match = ofValues ?? COMPARISON.exec(text)
  if (match === null) return null
  const path = ofValues === null ? (match[1] ?? '') : `${match[1]}.${match[2]}`
  const literal = match.at(-1) ?? ''
  try {
    const value = JSON.parse(literal.startsWith('"') ? literal : literal.toLowerCase())
    return { attribute: plainPath(path), value: String(value) }
  } catch {
    return null
  }
}

const USER_SCHEMA = /^urn:ietf:params:scim:schemas:core:2\.0:(user|group)(:|$)/i
/** Path of an attribute without its schema and the filter of its values: `emails[type eq "work"].value` is `emails.value`. */
export const plainPath = (path: string): string =>
  path
    .trim()
    .replace(USER_SCHEMA, '')
    .replace(/\[[^\]]*\]/g, '')
    .toLowerCase()

/** A change of one attribute; `value` undefined: it is removed. */
export interface Change {
  readonly op: 'add' | 'replace' | 'remove'
  readonly path: string
  /** The value in `members[value eq "7"]`. */
  readonly member?: string
  readonly value: unknown
}
interface Operation {
  readonly op: string
  readonly path?: string | undefined
  readonly value?: unknown
}
/** Attributes that no directory can change; large directories send some of them inside a value, where they are ignored. */
const READ_ONLY: ReadonlySet<string> = new Set(['id', 'meta', 'schemas', 'groups'])
const REQUIRED: ReadonlySet<string> = new Set(['username'])
const REQUIRED_OF_GROUPS: ReadonlySet<string> = new Set(['displayname'])
/** Why operations cannot be executed, as the error type of RFC 7644, 3.5.2; null: their paths are valid. */
export function faultOfPaths(
  operations: readonly Operation[],
  of: 'User' | 'Group',
): 'noTarget' | 'mutability' | null {
  const required = of === 'User' ? REQUIRED : REQUIRED_OF_GROUPS
  for (const { op, path } of operations) {
    const isRemoval = op.toLowerCase() === 'remove'
    const attribute = path === undefined ? '' : plainPath(path)
    if (isRemoval && attribute === '') return 'noTarget'
    if (READ_ONLY.has(attribute.split('.')[0] ?? '')) return 'mutability'
    if (isRemoval && required.has(attribute)) return 'mutability'
  }
  return null
}
/**
 * Turns operations with a path, as Entra sends them, and those whose value is an object of attributes, as Okta does, into changes of single attributes. null:
 * one is unsupported.
 */
export function changesOf(operations: readonly Operation[]): Change[] | null {
  const changes: Change[] = []
  for (const { op: name, path, value } of operations) {
    const op = name.toLowerCase()
    if (op !== 'add' && op !== 'replace' && op !== 'remove') return null
    const attribute = path === undefined ? '' : plainPath(path)
    if (attribute !== '') {
      const member = /^members\[\s*value\s+eq\s+"([^"]+)"\s*\]$/i.exec(path?.trim() ?? '')?.[1]
      if (member !== undefined) changes.push({ op, path: attribute, value, member })
      else changes.push(...attributeChanges(op, attribute, value))
    } else if (typeof value === 'object' && value !== null && !Array.isArray(value))
      for (const [attribute, inner] of Object.entries(value))
        changes.push(...attributeChanges(op, attribute, inner))
    else return null
  }
  return changes
}
/** `{"name": {"givenName": "Ada"}}` is a change of `name.givenname`; so is `{"name.givenName": "Ada"}`. */
function attributeChanges(op: Change['op'], attribute: string, value: unknown): Change[] {
  if (attribute.toLowerCase() === 'name' && typeof value === 'object' && value !== null)
    return Object.entries(value).map(([part, inner]) => ({
      op,
      path: `name.${part.toLowerCase()}`,
      value: inner,
    }))
  return [{ op, path: plainPath(attribute), value }]
}

/** Older directories of Entra send `[{"value": "x"}]` for a single value. */
const single = (value: unknown): unknown => {
  const [first, ...others] = Array.isArray(value) ? value : [value]
  const isOne = others.length === 0 && typeof first === 'object' && first !== null
  return isOne && 'value' in first ? first.value : value
}

/** Entra sends `"False"`. null: no boolean. */
export function truthOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value.toLowerCase() : ''
  return text === 'true' ? true : text === 'false' ? false : null
}

/** A person as the directory describes it. */
export interface Person {
  readonly user_name: string
  readonly external_id: string | null
  readonly display_name: string | null
  readonly given_name: string | null
  readonly family_name: string | null
  readonly active: boolean
}
/** The name that the product shows: the full one, else its parts, else the address. */
export const shownName = ({ display_name, given_name, family_name, user_name }: Person): string =>
  display_name?.trim() ||
  [given_name, family_name]
    .map(part => part?.trim() ?? '')
    .filter(part => part !== '')
    .join(' ') ||
  user_name

/** Attribute → the part of a person that it changes. */
const TEXTS: Readonly<Record<string, keyof Person>> = {
  username: 'user_name',
  externalid: 'external_id',
  displayname: 'display_name',
  'name.formatted': 'display_name',
  'name.givenname': 'given_name',
  'name.familyname': 'family_name',
}
/** The person after the changes; unsupported attributes are ignored, as the protocol allows. null: a value does not fit its attribute. */
export function personWith(person: Person, changes: readonly Change[]): Person | null {
  let changed = person
  for (const { op, path, value } of changes) {
    if (path === 'active') {
      const active = op === 'remove' ? false : truthOf(single(value))
      if (active === null) return null
      changed = { ...changed, active }
      continue
    }
    const part = TEXTS[path]
    if (part === undefined) continue
    const text = op === 'remove' ? null : single(value)
    if (text !== null && typeof text !== 'string') return null
    if (part === 'user_name' && (text === null || text.trim() === '')) return null
    changed = { ...changed, [part]: text }
  }
  return changed
}

/** The members of a group after the changes; null: a value does not describe members. */
export function membersWith(
  members: readonly string[],
  changes: readonly Change[],
): readonly string[] | null {
  let ids = new Set(members)
  for (const { op, path, member, value } of changes) {
    if (path !== 'members') continue
    const named = member === undefined ? idsIn(value) : [member]
    if (named === null) return null
    if (op === 'replace') ids = new Set(named)
    else if (op === 'add') for (const id of named) ids.add(id)
    else if (member === undefined && value === undefined) ids = new Set()
    else for (const id of named) ids.delete(id)
  }
  return [...ids]
}
function idsIn(value: unknown): string[] | null {
  if (value === undefined || value === null) return []
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  const ids = list.map(one => {
    const id = typeof one === 'object' && one !== null && 'value' in one ? one.value : one
    return typeof id === 'string' || typeof id === 'number' ? String(id) : null
  })
  return ids.every(id => id !== null) ? ids : null
}

const ROLES: readonly Role[] = ['control', 'edit', 'view', 'printing']
/** The role that a group grants when its name ends with the word of a role: "Flotta edit", "fleet-control". null: none. */
export const roleOfGroup = (name: string): Role | null => {
  const last = name.toLowerCase().match(/[a-z]+$/)?.[0]
  return ROLES.find(role => role === last) ?? null
}
/** The role of a person in these groups: the highest one, at most that of the token; null: none grants one. */
export function roleIn(names: readonly string[], most: Role | null): Role | null {
  const groupRoles = names.map(roleOfGroup)
  const highest = ROLES.find(role => groupRoles.includes(role))
  if (highest === undefined || most === null) return null
  return ROLES.indexOf(highest) < ROLES.indexOf(most) ? most : highest
}
