// The server side of the product: the features and the contracts of every folder, found by their file names.
import type { Endpoint } from '@flotta/core/contract.ts'
import { endpointsOf, isResource } from '@flotta/core/resource.ts'
import type { Config } from '@flotta/platform/config.ts'
import type { Feature, Provider } from '@flotta/platform/feature.ts'

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
