// Examples: one sentence of what they are.
import { Id, text } from '@flotta/core/contract.ts'
import { nameText } from '@flotta/core/names.ts'
import { optional, resource } from '@flotta/core/resource.ts'
import { z } from 'zod'

export const Example = z.object({ id: Id, code: z.string(), note: z.string().nullable() })
export type Example = z.infer<typeof Example>
/** `code` is unique in its customer, whatever the case. */
export const ExampleForm = z.object({ code: nameText(30), note: optional(text(200)) })

export const examples = resource('examples', {
  record: Example,
  form: ExampleForm,
  search: ['code', 'note'],
})
