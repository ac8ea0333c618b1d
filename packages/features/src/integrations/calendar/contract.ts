// The calendar of a user: due dates and shifts of the company, for any calendar program, by a secret link that can be replaced.
import { endpoint, FileReply, Instant, requiredText } from '@flotta/core/contract.ts'
import { z } from 'zod'

/** `url` null: there is no link. */
export const Calendar = z.object({ url: z.string().nullable(), created_at: Instant.nullable() })
export type Calendar = z.infer<typeof Calendar>

const ownCall = { path: '/calendar', allow: 'view', scope: 'user' } as const
export const calendar = endpoint({
  ...ownCall,
  method: 'GET',
  summary: 'The secret link of the own calendar',
  reply: Calendar,
})
export const renewCalendar = endpoint({
  ...ownCall,
  method: 'POST',
  summary: 'Make the link of the own calendar, or a new one; the old one opens nothing any more',
  reply: Calendar,
  status: 201,
})
export const removeCalendar = endpoint({
  ...ownCall,
  method: 'DELETE',
  summary: 'Remove the link of the own calendar',
  reply: z.null(),
  status: 204,
})
export const calendarFile = endpoint({
  method: 'GET',
  path: '/calendar/:token/flotta.ics',
  summary:
    'Licences, maintenance, agreements and costs that are due, shifts and planned trips, as iCalendar in the language of the link’s user',
  allow: 'anyone',
  scope: 'none',
  params: z.object({ token: requiredText(100) }),
  reply: FileReply,
  kind: 'file',
})
