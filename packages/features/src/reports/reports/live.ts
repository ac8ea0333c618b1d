// Which streams get changes of reports: those of the customer for a report that is requested, advances or ends, and those of the user for a read mark.
import { live } from '@flotta/core/live.ts'
import { reports, unreadCount } from './contract.ts'

/** Kinds of tasks that make reports (`task.ts`). */
const REPORT_TASKS: ReadonlySet<string> = new Set(['report', 'scheduled_report'])

export default live({
  tables: {
    reports: (change, streams) =>
      streams.tell(({ customer_id }) => customer_id === change.customer_id, 'reports'),
    report_reads: (change, streams) =>
      streams.tell(({ user_id }) => user_id === change.user_id, 'reports'),
    // the progress of a report that is being made
    tasks: (change, streams) =>
      REPORT_TASKS.has(change.kind ?? '') &&
      streams.tell(({ customer_id }) => customer_id === change.customer_id, 'reports'),
  },
  news: { reports: [reports.list, reports.all, reports.one, unreadCount] },
})
