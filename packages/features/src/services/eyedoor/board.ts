// The board of the doors: a row for each vehicle, sounding sirens and doors that are open on the road first.
import { DAY } from '@flotta/core/time.ts'
import { type Board, flagsOf, gravestTone, wordsCell } from '../board.ts'
import { door } from './kinds.ts'
import { type Doors, doorNames, ownDoors } from './rules.ts'

const NOTHING = {
  wired: 0,
  open: 0,
  doors: null,
  moving: null,
  armed: null,
  siren: null,
  since: null,
}

const board: Board = {
  kinds: [door.kind],
  parts({ reading, configurations, position, open }) {
    const last = reading(door)
    if (last === null)
      return [{ part: null, at: null, values: NOTHING, risk: -1, tone: null, flags: [] }]
    const doors = ownDoors(last.data, configurations)
    const openDoors = doorNames.flatMap((name, i) => (doors[name] === true ? [i + 1] : []))
    const isOpen = openDoors.length > 0
    const isMoving = position?.moving ?? null
    const isOnRoad = isOpen && isMoving === true
    const isAlarm = doors.siren === true || (doors.armed === true && isOpen)
    return [
      {
        part: null,
        at: last.at,
        values: {
          wired: doorNames.filter(name => doors[name] !== null).length,
          open: openDoors.length,
          doors: openDoors.join(', ') || null,
          moving: isMoving,
          armed: doors.armed,
          siren: doors.siren,
          since: open.find(({ code }) => code === 'door_open')?.since ?? null,
        },
        risk:
          (doors.siren === true ? 400 : 0) +
          (isOpen && doors.armed === true ? 350 : 0) +
          (isOnRoad ? 300 : 0) +
          (isOpen ? 100 + openDoors.length : 0),
        tone: gravestTone([isAlarm && 'alarm', isOnRoad && 'alarm', isOpen && 'warning']),
        flags: flagsOf({
          siren: doors.siren === true,
          on_road: isOnRoad,
          open: isOpen,
          armed: doors.armed === true,
        }),
      },
    ]
  },
  columns: [
    {
      title: 'eyedoor.board.doors',
      cell: ({ wired, open, doors, moving }) =>
        wired === 0
          ? null
          : open === 0
            ? wordsCell('overviews.reading.doors_closed')
            : {
                key: 'eyedoor.board.open_doors',
                values: { count: Number(open), doors: String(doors) },
                tone: moving === true ? 'alarm' : 'warning',
              },
    },
    {
      title: 'eyedoor.board.moving',
      cell: ({ moving }) =>
        moving === null
          ? null
          : wordsCell(moving === true ? 'eyedoor.board.on_road' : 'eyedoor.board.stands'),
    },
    {
      title: 'eyedoor.board.since',
      figure: true,
      cell: ({ since }) => (typeof since === 'number' ? { since, tone: 'alarm' } : null),
    },
    {
      title: 'eyedoor.board.alarm',
      cell: ({ armed, open, siren }) =>
        siren === true
          ? wordsCell('overviews.reading.siren', 'alarm')
          : armed === null
            ? null
            : armed === false
              ? wordsCell('eyedoor.armed.none')
              : open === 0
                ? wordsCell('eyedoor.armed.armed')
                : wordsCell('eyedoor.armed.active', 'alarm'),
    },
  ],
  filters: [
    { name: 'siren', title: 'eyedoor.board.sirens', tone: 'alarm' },
    { name: 'on_road', title: 'eyedoor.board.open_on_road', tone: 'alarm' },
    { name: 'open', title: 'eyedoor.board.open', tone: 'warning' },
    { name: 'armed', title: 'overviews.reading.armed' },
  ],
  line: {
    kinds: [door.kind],
    title: 'eyedoor.board.doors',
    holds: DAY,
    steps: true,
    point(data, _part, configurations) {
      const row = data[door.kind] as Doors | null
      if (row === null) return { value: null }
      const doors = ownDoors(row, configurations)
      return { value: doorNames.filter(name => doors[name] === true).length }
    },
  },
}
export default board
