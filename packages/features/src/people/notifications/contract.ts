// The user's inbox.
import { ById, endpoint, Id, Instant, Page, PageMeta } from '@flotta/core/contract.ts'
import { z } from 'zod'

export const Notification = z.object({
  id: Id,
  type: z.enum(['user', 'report', 'other']),
  /** null: unread */ read_at: Instant.nullable(),
  data: z.object({ message: z.string(), datetime: Instant, url: z.string().optional() }),
})
export type Notification = z.infer<typeof Notification>

export const list = endpoint({
  method: 'GET',
  path: '/notifications',
  summary: 'The inbox, newest first',
  allow: 'view',
  scope: 'user',
  query: Page,
  reply: z.array(Notification),
  meta: PageMeta,
  etag: true,
})
export const unreadCount = endpoint({
  method: 'GET',
  path: '/notifications/unreaded',
  summary: 'How many are unread',
  allow: 'view',
  scope: 'user',
  reply: z.object({ total: z.int() }),
})
export const notification = endpoint({
  method: 'GET',
  path: '/notifications/:id',
  summary: 'One notification',
  allow: 'view',
  scope: 'user',
  params: ById,
  reply: Notification,
})
export const markRead = endpoint({
  method: 'PUT',
  path: '/notifications/:id',
  summary: 'Mark as read',
  allow: 'view',
  scope: 'user',
  params: ById,
  reply: Notification,
})
export const readAll = endpoint({
  method: 'PUT',
  path: '/notifications/markall',
  summary: 'Mark all as read; answers how many are unread then',
  allow: 'view',
  scope: 'user',
  reply: z.object({ total: z.int() }),
})
