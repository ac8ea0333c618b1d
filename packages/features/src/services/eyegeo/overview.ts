// Position, speed and kilometres.
import { figure, type Overview } from '../overview.ts'

const overview: Overview = {
  read({ position, km }) {
    if (position === null) return null
    const { at, ...data } = position
    return { at, data: { km, ...data } }
  },
  texts: ({ speed, moving }) =>
    moving === true ? figure(speed, 'km/h') : [{ key: 'global_map.stopped' }],
}
export default overview
