// A service's query of its own tables for its overview, for many vehicles at once: the export `overviewRows` of its `queries.ts`.
import type { Access } from '@flotta/core/kinds.ts'
import type { Caller, Context } from '@flotta/platform/feature.ts'
import type { Newest } from './overview.ts'

/**
 * Reads the values of many vehicles.
 * @param vehicles those that the caller sees, with its agreements on each
 */
export type OverviewRows = (
  ctx: Context,
  caller: Caller,
  vehicles: ReadonlyMap<number, Access>,
) => Promise<ReadonlyMap<number, Newest>>
