// Imports areas from GeoJSON: all of them, or none and the errors of each.
import { wordsByField } from '@flotta/core/issues.ts'
import { invalid, Problem, type Words } from '@flotta/core/problem.ts'
import type { Tx } from '@flotta/platform/db.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type AreaForm, hubs } from './contract.ts'
import { formOfFeature, type Sizes } from './geojson.ts'
import { createArea } from './queries.ts'
import type { AreaKind } from './rules.ts'

type Values = z.output<typeof AreaForm>
type Faults = Record<string, readonly Words[]>

/** The areas of the features; errors are keyed `index.field`. */
function checkedFeatures(
  features: readonly unknown[],
  sizes: Sizes,
): { readonly rows: Map<number, Values>; readonly faults: Faults } {
  const rows = new Map<number, Values>()
  const faults: Faults = {}
  features.forEach((feature, index) => {
    const { values, fault } = formOfFeature(feature, sizes)
    const parsed = hubs.create.body.safeParse(values)
    if (!parsed.success)
      // without a geometry, errors about the place are pointless
      for (const [field, words] of Object.entries(wordsByField(parsed.error, values)))
        if (fault === null || !PLACE.has(field)) faults[`${index}.${field}`] = words
    if (fault !== null) faults[`${index}.shape`] = [fault]
    else if (parsed.success) rows.set(index, parsed.data)
  })
  return { rows, faults }
}
const PLACE = new Set(['shape', 'radius', 'latitude', 'longitude'])

/** The indices of codes that another area has, or that come earlier in the list. */
async function takenCodes(
  tx: Tx,
  kind: AreaKind,
  customer_id: number,
  rows: ReadonlyMap<number, Values>,
): Promise<number[]> {
  const { rows: taken } = await sql<{ index: number }>`
    select u.index from (
      select index, code, row_number() over (partition by caseless(code) order by index) as place
      from unnest(${[...rows.keys()]}::int4[], ${[...rows.values()].map(r => r.code)}::text[]) as t (index, code)) u
    where u.place > 1 or exists (select from ${sql.table(`${kind}s`)} a where a.customer_id = ${customer_id} and caseless(a.code) = caseless(u.code))
    order by u.index`.execute(tx)
  return taken.map(t => t.index)
}

/**
 * Stores the areas.
 * @returns the ids in the order of the features
 */
export async function importAreas(
  tx: Tx,
  kind: AreaKind,
  customer_id: number,
  features: readonly unknown[],
  sizes: Sizes,
  now: number,
): Promise<number[]> {
  const { rows, faults } = checkedFeatures(features, sizes)
  for (const index of await takenCodes(tx, kind, customer_id, rows))
    faults[`${index}.code`] = [{ key: 'validation.taken' }]
  if (Object.keys(faults).length > 0) throw new Problem('invalid', 'api.invalid', faults)
  const ids: number[] = []
  for (const [index, values] of rows) {
    try {
      ids.push(await createArea(tx, kind, customer_id, values, now))
    } catch (error) {
      // another user has taken the code meanwhile
      if (error instanceof Problem && error.fields.code !== undefined)
        throw invalid({ [`${index}.code`]: 'validation.taken' })
      throw error
    }
  }
  return ids
}
