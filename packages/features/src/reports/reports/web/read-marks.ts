// How reports are marked as read; a report that is being made does not count as unread.
import { call } from '@flotta/ui/api.ts'
import type { MarkableList } from '@flotta/ui/resource/useReadMarks.ts'
import {
  markAllAsRead,
  markAsRead,
  type Report,
  reportState,
  reports,
  unreadCount,
} from '../contract.ts'

export const reportReadMarks: MarkableList<Report> = {
  list: reports.list,
  unread: unreadCount,
  read: id => call(markAsRead, { params: { id } }),
  readAll: () => call(markAllAsRead, {}),
  counts: report => report.ready !== reportState.pending,
}
