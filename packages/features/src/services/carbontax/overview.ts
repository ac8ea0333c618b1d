// The overview shows the meter on which the tax is based: the refrigeration unit's fuel hours, else the engine's.
import { engineHours } from '../../telemetry/engine/kinds.ts'
import { fridge } from '../eyecold/kinds.ts'
import { figure, type Overview } from '../overview.ts'

const overview: Overview = {
  kinds: [fridge.kind, engineHours.kind],
  read({ reading }) {
    const unit = reading(fridge)
    if (unit !== null && typeof unit.data.hour_meter_fuel === 'number')
      return { at: unit.at, data: { end_hours: unit.data.hour_meter_fuel, hours_of: 'fridge' } }
    const engine = reading(engineHours)
    return (
      engine && {
        at: engine.at,
        data: { end_hours: engine.data.general_hour_meter, hours_of: 'engine' },
      }
    )
  },
  texts: ({ end_hours }) => figure(end_hours, 'h', { decimals: 1 }),
}
export default overview
