// The services of each type of report (reports.47, reports.48).
import type { Cell, Item, ReportAsk, ReportPart, Sheet } from '@flotta/platform/report.ts'
import type { ReportType } from './contract.ts'
import { reportServices } from './services.ts'

/** `asked`: the services that the request names. `lines`: the report begins with a sheet that has one line for each vehicle. */
interface ReportTypeDefinition {
  readonly services: readonly string[] | 'asked'
  readonly lines?: true
}
export const reportTypes: Readonly<Record<ReportType, ReportTypeDefinition>> = {
  custom: { services: 'asked' },
  master: { services: reportServices, lines: true },
  eyegeo: { services: ['eyegeo'] },
  stays: { services: ['stays'] },
  ignition_events: { services: ['ignition_events'] },
  ignition_trips: { services: ['ignition_trips'] },
  drivers: { services: ['drivers.report'] },
  temp: { services: ['temp'] },
  eyefuel: { services: ['eyefuel'] },
  eyeway: { services: ['eyeway'] },
  tandt: { services: ['tandt'] },
  tco: { services: ['tco.report'] },
}

/** Leaves only the vehicles on which a part is open. */
const limitToPart = ({ agreements }: ReportPart, ask: ReportAsk): ReportAsk =>
  agreements.length === 0
    ? ask
    : {
        ...ask,
        vehicles: ask.vehicles.filter(({ vehicle }) =>
          agreements.some(id => vehicle.agreements.includes(id)),
        ),
      }

/** The sheets of a report, in the order of its services. A part that is open on none of the vehicles has no sheet. */
export function sheetsOf(
  type: ReportType,
  services: readonly string[],
  parts: ReadonlyMap<string, ReportPart>,
  ask: ReportAsk,
): readonly Sheet[] {
  const { services: typeServices, lines } = reportTypes[type]
  const names =
    typeServices === 'asked'
      ? reportServices.filter(service => services.includes(service))
      : typeServices
  const open = names.flatMap(service => {
    const part = parts.get(service)
    const partAsk = part === undefined ? ask : limitToPart(part, ask)
    return part === undefined || (part.agreements.length > 0 && partAsk.vehicles.length === 0)
      ? []
      : [{ part, ask: partAsk }]
  })
  const sheets = open.flatMap(({ part, ask }) => part.sheets(ask))
  return lines ? [summarySheet(open, ask), ...sheets] : sheets
}

/** A sheet with one line for each vehicle; the cells of a part that is not open on it are empty. */
function summarySheet(
  open: readonly { readonly part: ReportPart; readonly ask: ReportAsk }[],
  ask: ReportAsk,
): Sheet {
  const lines = open.flatMap(({ part: { line }, ask }) =>
    line === undefined ? [] : [{ line, ask, seen: new Set(ask.vehicles) }],
  )
  return {
    key: 'master',
    name: { key: 'reports.master' },
    columns: [
      { key: 'vehicle', title: { key: 'reports.column.vehicle' }, format: 'text' },
      ...lines.flatMap(({ line }) => line.columns),
    ],
    async *items(): AsyncIterable<Item> {
      for (const reportVehicle of ask.vehicles) {
        ask.signal.throwIfAborted()
        const row: Cell[] = [reportVehicle.plate]
        for (const { line, ask, seen: openVehicles } of lines)
          row.push(
            ...(openVehicles.has(reportVehicle)
              ? await line.of(ask, reportVehicle)
              : line.columns.map(() => null)),
          )
        yield { row }
      }
    },
  }
}
