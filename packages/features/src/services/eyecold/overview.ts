// The temperatures of the load.
import { figure, type Overview } from '../overview.ts'
import { temperature } from './kinds.ts'

const sensors = ['T1', 'T2', 'T3', 'T4'] as const
const overview: Overview = {
  kinds: [temperature.kind],
  read: ({ reading }) => reading(temperature),
  texts(data) {
    const measuringSensors = sensors.filter(sensor => typeof data[sensor] === 'number')
    return measuringSensors.flatMap(sensor =>
      figure(data[sensor], '°C', {
        decimals: 1,
        ...(measuringSensors.length > 1 && { sign: sensor }),
      }),
    )
  },
}
export default overview
