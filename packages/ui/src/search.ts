// How one group of the global search looks and where it leads: each feature declares its own in `web/search.tsx`.
import type { UseNavigateResult } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { z } from 'zod'

type Row = z.ZodType<{ readonly id: number }>
export interface FoundGroup<R extends Row = Row> {
  /** The group's word on the wire, and its place among the groups. */
  readonly group: string
  readonly order: number
  /** Key of its title. */
  readonly title: string
  readonly row: R
  show(row: z.output<R>): { readonly mark: ReactNode; readonly name: string; readonly more: string | null }
  /** Opens what was chosen. */
  open(row: z.output<R>, navigate: UseNavigateResult<string>): void
}
export const foundGroup = <R extends Row>(group: FoundGroup<R>): FoundGroup<R> => group
