// How notifications are marked as read.
import { call } from '@flotta/ui/api.ts'
import type { MarkableList } from '@flotta/ui/resource/useReadMarks.ts'
import { list, type Notification, read, readAll, unreaded } from '../contract.ts'

export const marked: MarkableList<Notification> = {
  list,
  unread: unreaded,
  read: id => call(read, { params: { id } }),
  readAll: () => call(readAll, {}),
}
