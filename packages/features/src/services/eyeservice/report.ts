// The sheets of maintenance and expenses in reports: the entries of a period.
import type { Item, ReportAsk, ReportPart, Sheet } from '@flotta/platform/report.ts'
import { sum } from '../../costs/tcos/rules.ts'
import { spendingOn } from '../../costs/tcos/spending.ts'
import { atColumn, column, offPaper, totalOf, vehicleSheet } from '../../sheets.ts'
import type { Entry } from './contract.ts'
import { entriesOf } from './queries.ts'
import { eyeserviceReport } from './report-services.ts'

const totalExpenses = (entries: readonly Entry[]): number =>
  sum(entries.flatMap(({ data }) => data ?? []))
const entriesSheet = (ask: ReportAsk): Sheet =>
  vehicleSheet(
    ask,
    'eyeservice_entries',
    'eyeservice.title',
    [
      atColumn,
      column('type', 'text', 'eyeservice.report.type'),
      column('subtype', 'text', 'eyeservice.subtype'),
      column('km', 'km', 'eyeservice.km'),
      column('hours', 'hours', 'eyeservice.hours'),
      column('amount', 'money', 'eyeservice.amount'),
      column('description', 'text', 'eyeservice.description'),
    ],
    async function* ({ vehicle, plate }): AsyncIterable<Item> {
      const vehicleEntries = await entriesOf(ask.ctx, vehicle, ask.from, ask.to - 1)
      for (const {
        message_datetime,
        type,
        subtype,
        km,
        hours,
        data,
        description,
      } of vehicleEntries) {
        const name = ask.ctx.say(ask.language, { key: `eyeservice.type.${type}` })
        yield {
          row: [plate, Date.parse(message_datetime), name, subtype, km, hours, data, description],
        }
      }
      if (vehicleEntries.length > 0)
        yield {
          total: [null, null, null, null, null, null, totalExpenses(vehicleEntries), null],
          label: totalOf(plate),
        }
    },
  )

export const reports: readonly ReportPart[] = [
  {
    ...eyeserviceReport,
    sheets: ask => [entriesSheet(ask)],
    line: {
      columns: [offPaper(column('expenses', 'money', 'eyeservice.expenses'))],
      of: async (ask, reportVehicle) => [(await spendingOn(ask, reportVehicle)).expenses],
    },
  },
]
