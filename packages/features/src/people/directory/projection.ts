// Selects the attributes of a resource that a directory requests.
import { plainPath } from './rules.ts'

type Json = Readonly<Record<string, unknown>>
/** These are always returned. */
const ALWAYS: ReadonlySet<string> = new Set(['schemas', 'id'])
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null
/** The part of a value to return: all, some of its parts, or nothing (undefined). */
function keptOf(value: unknown, name: string, keeps: (path: string) => boolean): unknown {
  if (Array.isArray(value)) {
    const all = value.map(one => keptOf(one, name, keeps)).filter(one => one !== undefined)
    return all.length > 0 || (value.length === 0 && keeps(name)) ? all : undefined
  }
  if (!isObject(value)) return keeps(name) ? value : undefined
  const parts = Object.entries(value).filter(([part]) => keeps(`${name}.${part.toLowerCase()}`))
  return parts.length > 0 ? Object.fromEntries(parts) : undefined
}
const pathsOf = (text: string | null): readonly string[] | null =>
  text === null
    ? null
    : text
        .split(',')
        .map(plainPath)
        .filter(path => path !== '')
/** Whether a path, or the attribute that it belongs to, is in the list. */
const isUnder = (path: string, paths: readonly string[]): boolean =>
  paths.some(one => path === one || path.startsWith(`${one}.`))

/** A resource with the requested attributes and without the excluded ones (RFC 7644, 3.9). Names are compared regardless of case. */
export function projectionOf<R extends object>(resource: R, query: URLSearchParams): Partial<R> {
  const wanted = pathsOf(query.get('attributes'))
  const unwanted = pathsOf(query.get('excludedAttributes')) ?? []
  const keeps = (path: string) =>
    (wanted === null || isUnder(path, wanted)) && !isUnder(path, unwanted)
  const attributes = Object.entries(resource).flatMap(([name, value]) => {
    const rest = ALWAYS.has(name) ? value : keptOf(value, name.toLowerCase(), keeps)
    return rest === undefined ? [] : [[name, rest] as const]
  })
  return Object.fromEntries(attributes) as Partial<R>
}
