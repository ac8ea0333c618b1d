// How reports are marked as read: those that are still being made say nothing yet.
import { call } from '@flotta/ui/api.ts'
import type { Marked } from '@flotta/ui/resource/useReadMarks.ts'
import { type Report, read, readAll, reportState, reports, unreaded } from '../contract.ts'

export const marked: Marked<Report> = {
  list: reports.list,
  unread: unreaded,
  read: id => call(read, { params: { id } }),
  readAll: () => call(readAll, {}),
  counts: report => report.ready !== reportState.pending,
}
