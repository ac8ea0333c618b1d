// How one group of the global search looks and where it leads: each feature declares its own in `web/search.tsx`.
import type { ReactNode } from 'react'
import type { z } from 'zod'

type Row = z.ZodType<{ readonly id: number }>
export interface FoundGroup<R extends Row = Row> {
  /** The group's word on the wire, and its place among the groups (P §2): hubs 1, fleets 2, vehicles 3, driver_vehicles 4. */
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
