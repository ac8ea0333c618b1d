// A running product with companies and a load, for one bench; all of it ends with the bench.
import { join } from 'node:path'
import { type Company, makeCompanies } from './fleet.ts'
import { type Options, profiling, until } from './harness.ts'
import { type Load, startLoad } from './load.ts'
import { type Database, type Product, startDatabase, startProduct } from './product.ts'

export interface Stage {
  readonly database: Database
  readonly product: Product
  readonly companies: readonly Company[]
  readonly load: Load
}

/** @param counts number of vehicles of each company */
export async function withProduct<T>(
  name: string,
  options: Options,
  counts: readonly number[],
  work: (stage: Stage) => Promise<T>,
  env: Readonly<Record<string, string>> = {},
): Promise<T> {
  const database = await startDatabase(`bench-${name}`)
  let load: Load | undefined
  let product: Product | undefined
  try {
    const companies = await makeCompanies(database.url, counts)
    const { dist } = options
    product = await startProduct(
      join(dist, 'main.js'),
      { DATABASE_URL: database.url, ...env },
      { node: profiling(options) },
    )
    load = startLoad(dist)
    return await work({ database, product, companies, load })
  } finally {
    await load?.stop()
    await product?.stop()
    await database.stop()
  }
}

/** Every vehicle signs in and reports; resolves when each has a stored state. */
export async function reportOnce(
  { database, product, load }: Stage,
  first: number,
  count: number,
): Promise<void> {
  const every = 5_000
  await load.open({
    port: product.teltonika,
    first,
    count,
    from: Date.now() - 600_000,
    step: every,
    records: 1,
    every,
  })
  load.start()
  const vehiclesWithState = async () =>
    (await database.pool.query<{ n: number }>('select count(*)::int as n from vehicle_state'))
      .rows[0]?.n ?? 0
  await until('a first report of every vehicle', async () => (await vehiclesWithState()) >= count, {
    every: 200,
    within: 120_000,
  })
  load.pause()
}
