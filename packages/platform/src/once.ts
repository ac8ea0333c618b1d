// Values that a process makes once for one running product at their first use: caches, directories, limits.
import type { Context } from './feature.ts'

/**
 * `const cachesOf = once(ctx => new Caches(ctx))`. Copies of a context share the value, since they have the same database pool.
 * The value lives as long as the pool.
 */
export function once<T, C extends Pick<Context, 'pool'> = Context>(
  make: (ctx: C) => T,
): (ctx: C) => T {
  const values = new WeakMap<Context['pool'], { readonly value: T }>()
  return ctx => {
    const entry = values.get(ctx.pool)
    if (entry !== undefined) return entry.value
    const value = make(ctx)
    values.set(ctx.pool, { value })
    return value
  }
}
