// How the global search shows one group of results and where a result leads. Each feature declares its groups in `web/search.tsx`.
import type { ReactNode } from 'react'
import type { z } from 'zod'

type Row = z.ZodType<{ readonly id: number }>
export interface FoundGroup<R extends Row = Row> {
  /** The group's name in the API; hubs come first, then fleets, vehicles, driver_vehicles (search.2). */
  readonly group: string
  readonly order: number
  /** Key of its title. */
  readonly title: string
  readonly row: R
  show(row: z.output<R>): {
    readonly mark: ReactNode
    readonly name: string
    readonly more: string | null
  }
  /** The address of its page: `/global-map?v=3`. */
  href(row: z.output<R>): string
}
export const foundGroup = <R extends Row>(group: FoundGroup<R>): FoundGroup<R> => group
