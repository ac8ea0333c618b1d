// Marks notifications as read.
import { call } from '@flotta/ui/api.ts'
import type { MarkableList } from '@flotta/ui/resource/useReadMarks.ts'
import { list, markRead, type Notification, readAll, unreadCount } from '../contract.ts'

export const markableNotifications: MarkableList<Notification> = {
  list,
  unread: unreadCount,
  read: id => call(markRead, { params: { id } }),
  readAll: () => call(readAll, {}),
}
