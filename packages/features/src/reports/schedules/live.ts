// A scheduled report that was changed, made or failed is told to the people of its company.
import { live, type RowChange, type Streams } from '@flotta/core/live.ts'
import { runs, schedules } from './contract.ts'

const told = (word: string) => (change: RowChange, streams: Streams) =>
  streams.tell(({ customer_id }) => customer_id === change.customer_id, word)
export default live({
  tables: { report_schedules: told('schedules'), report_schedule_runs: told('schedule runs') },
  news: { schedules: [schedules.list, runs], 'schedule runs': [runs] },
})
