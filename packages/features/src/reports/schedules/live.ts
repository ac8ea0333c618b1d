// Which streams get changes of schedules and their runs: those of the customer's users.
import { live, type RowChange, type Streams } from '@flotta/core/live.ts'
import { scheduleRuns, schedules } from './contract.ts'

const tellCustomer = (word: string) => (change: RowChange, streams: Streams) =>
  streams.tell(({ customer_id }) => customer_id === change.customer_id, word)
export default live({
  tables: {
    report_schedules: tellCustomer('schedules'),
    report_schedule_runs: tellCustomer('schedule runs'),
  },
  news: { schedules: [schedules.list, scheduleRuns], 'schedule runs': [scheduleRuns] },
})
