// The load, and faulty tyres and brakes.
import { tireParametersOf } from '../../fleet/vehicles/rules.ts'
import { figure, type Overview, type OverviewText } from '../overview.ts'
import { axle, tyre } from './measures.ts'
import { colourOf, loadOf, wheels } from './rules.ts'

const overview: Overview = {
  kinds: [axle.kind, tyre.kind],
  read({ reading, tire_parameters }) {
    const [axles, tyres] = [reading(axle), reading(tyre)]
    if (axles === null && tyres === null) return null
    const parameters = tireParametersOf(tire_parameters)
    const tires = tyres === null ? [] : wheels.map(wheel => colourOf(tyres.data, wheel, parameters))
    const hasColours = tires.some(colour => colour !== null)
    const count = (colour: string) => (hasColours ? tires.filter(c => c === colour).length : null)
    return {
      at: Math.max(axles?.at ?? 0, tyres?.at ?? 0),
      data: {
        load: axles === null ? null : loadOf(axles.data),
        red_warning: axles?.data.red_warning ?? null,
        amber_warning: axles?.data.amber_warning ?? null,
        brake_lining_alarm: axles?.data.brake_lining_alarm ?? null,
        tyres_critical: count('red'),
        tyres_underinflated: count('orange'),
      },
    }
  },
  texts({
    load,
    red_warning,
    amber_warning,
    brake_lining_alarm,
    tyres_critical,
    tyres_underinflated,
  }) {
    const countText = (count: unknown, key: string, tone: 'warning' | 'alarm'): OverviewText[] =>
      typeof count === 'number' && count > 0 ? [{ key, values: { count }, tone }] : []
    const wrong = [
      ...(brake_lining_alarm === 1
        ? [{ key: 'overviews.reading.brakes', tone: 'alarm' } as const]
        : []),
      ...(red_warning === 1
        ? [{ key: 'overviews.reading.red_warning', tone: 'alarm' } as const]
        : []),
      ...countText(tyres_critical, 'overviews.reading.tyres_critical', 'alarm'),
      ...countText(tyres_underinflated, 'overviews.reading.tyres_underinflated', 'warning'),
      ...(amber_warning === 1
        ? [{ key: 'overviews.reading.amber_warning', tone: 'warning' } as const]
        : []),
    ]
    const fine =
      wrong.length === 0 && tyres_critical !== null ? [{ key: 'overviews.reading.tyres_fine' }] : []
    return [...wrong, ...fine, ...figure(load, 'kg')]
  },
}
export default overview
