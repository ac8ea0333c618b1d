// How long the engine has run, from which the tax is counted.
import { engineHours } from '../../engine/kinds.ts'
import { figure, type Overview } from '../overview.ts'

const overview: Overview = {
  kinds: [engineHours.kind],
  read: ({ reading }) => reading(engineHours),
  told: ({ general_hour_meter }) => figure(general_hour_meter, 'h', { decimals: 1 }),
}
export default overview
