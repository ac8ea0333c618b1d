// The open doors, and the state of the alarm.
import type { Overview, OverviewText } from '../overview.ts'
import { door } from './kinds.ts'
import { doorNames, ownDoors } from './rules.ts'

const overview: Overview = {
  kinds: [door.kind],
  read({ reading, configurations }) {
    const last = reading(door)
    return last && { at: last.at, data: { ...ownDoors(last.data, configurations) } }
  },
  texts(data) {
    const wiredDoors = doorNames.filter(name => data[name] !== null)
    const open = wiredDoors.filter(name => data[name] === true)
    const doors: OverviewText[] =
      wiredDoors.length === 0
        ? []
        : open.length === 0
          ? [{ key: 'overviews.reading.doors_closed' }]
          : open.map(name => ({
              key: 'overviews.reading.door_open',
              values: { door: name.slice('door_'.length) },
              tone: 'warning',
            }))
    return [
      ...(data.siren === true ? [{ key: 'overviews.reading.siren', tone: 'alarm' } as const] : []),
      ...doors,
      ...(data.armed === true ? [{ key: 'overviews.reading.armed' }] : []),
    ]
  },
}
export default overview
