// The server side of the product: the features and the contracts of every folder, found by their file names.
import type { Endpoint } from '@flotta/core/contract.ts'
import { endpointsOf, isResource } from '@flotta/core/resource.ts'
import type { Config } from '@flotta/platform/config.ts'
import type { Feature, Provider } from '@flotta/platform/feature.ts'
import type { ZodType } from 'zod'

const servers = import.meta.glob<Feature>('./[a-z]*/[a-z]*/server.ts', {
  eager: true,
  import: 'default',
})
export const features: readonly Feature[] = Object.values(servers)

/** The providers that the settings name: map files, a geocoder, a router. */
export const providersOf = (config: Config): Provider[] =>
  features.flatMap(({ providers }) => providers?.(config) ?? [])

const contracts = import.meta.glob<Record<string, unknown>>(
  ['./[a-z]*/[a-z]*/contract.ts', './people/auth/about.ts'],
  { eager: true },
)
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' &&
  value !== null &&
  'method' in value &&
  'path' in value &&
  'allow' in value &&
  'scope' in value
const pascal = (hyphened: string): string =>
  hyphened.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
const PASCAL = /^[A-Z][A-Za-z0-9]*$/
const isSchema = (value: unknown): value is ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value
/** The names of the contracts' records, for the OpenAPI document. Where two folders use the same name, it is prefixed with the folder's name. */
export const schemaNames: ReadonlyMap<ZodType, string> = (() => {
  const exported = Object.entries(contracts).flatMap(([path, module]) =>
    Object.entries(module)
      .filter(([name]) => PASCAL.test(name))
      .flatMap(([name, schema]) => (isSchema(schema) ? [{ path, name, schema }] : [])),
  )
  const folderOf = (path: string): string => pascal(path.split('/').at(-2) ?? '').replace(/s$/, '')
  const names = new Map<ZodType, string>()
  for (const { path, name, schema } of exported) {
    const isShared = exported.some(other => other.name === name && other.schema !== schema)
    if (!names.has(schema)) names.set(schema, isShared ? `${folderOf(path)}${name}` : name)
  }
  return names
})()

/** Every endpoint that a contract declares. */
export const endpoints: readonly Endpoint[] = Object.values(contracts).flatMap(module =>
  Object.values(module).flatMap(value =>
    isResource(value)
      ? endpointsOf(value)
      : Array.isArray(value)
        ? value.filter(isEndpoint)
        : isEndpoint(value)
          ? [value]
          : [],
  ),
)
