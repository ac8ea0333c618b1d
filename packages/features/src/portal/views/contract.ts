// Saved views: the columns, filters and order of a list, under a name.
import { Id, text } from '@flotta/core/contract.ts'
import { nameText } from '@flotta/core/names.ts'
import { optional, resource } from '@flotta/core/resource.ts'
import { z } from 'zod'

/** A list, as its screen names it: `vehicles`. */
const ListName = z.string().regex(/^[a-z][a-z0-9_-]{0,49}$/)
const Columns = z.array(z.string().min(1).max(50)).min(1).max(60)
/** The search parameters of the list: parameter → value. */
const Filters = z
  .record(z.string().regex(/^[a-z][a-z0-9_]{0,29}$/), z.string().max(500))
  .refine(filters => Object.keys(filters).length <= 20, 'validation.invalid')

export const View = z.object({
  id: Id,
  list: z.string(),
  name: z.string(),
  /** Visible to everybody of the company. */
  shared: z.boolean(),
  /** The caller saved it. */
  own: z.boolean(),
  columns: z.array(z.string()),
  /** `plate`, descending `-plate`; null: the list's own order. */
  sort: z.string().nullable(),
  filters: z.record(z.string(), z.string()),
})
export type View = z.infer<typeof View>
/** A name is unique among the views of a person on a list, regardless of case. */
export const ViewForm = z.object({
  list: ListName,
  name: nameText(60),
  shared: z.boolean().default(false),
  columns: Columns,
  sort: optional(text(60)),
  filters: Filters.default({}),
})

export const views = resource('views', {
  record: View,
  form: ViewForm,
  search: ['name'],
  list_query: { list: ListName.optional() },
  write: 'view',
})
