// Lines on a map: the track of a vehicle, the faint tracks of a fleet and the routes of a plan, and what a pointer does with them.
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { show } from '../testing.tsx'
import { FaintLines } from './FaintLines.tsx'
import { Routes } from './Routes.tsx'
import { Track } from './Track.tsx'
import { OnMap, type TestFeature, TestMap } from './testing-map.tsx'

let map: TestMap
beforeEach(() => {
  document.body.replaceChildren()
  map = new TestMap()
})
/** What a source whose name ends so shows, once the page was idle. */
const featuresOf = (end: string) =>
  [...map.sources].find(([name]) => name.endsWith(end))?.[1].data.features ?? []
const linesOf = (end: string) => featuresOf(end).map(({ geometry }) => geometry.coordinates)
/** The pointer lies over the layer whose name ends so. */
const pointAt = (end: string, properties: TestFeature['properties'] = {}) => {
  const id = [...map.layers.keys()].find(name => name.endsWith(end)) ?? ''
  map.features = [{ layer: { id }, properties }]
}
const track = {
  at: [0, 60_000, 120_000],
  latitude: [45, 45.1, 45.2],
  longitude: [10, 10.1, 10.2],
  speed: [40, 50, 60],
  direction: [0, 0, 0],
}

test('a track is a line with the marks of its start, stops and end [eyegeo.11]', async () => {
  await show(
    <OnMap on={map}>
      <Track
        track={track}
        marks={[
          { kind: 'start', longitude: 10, latitude: 45 },
          { kind: 'end', longitude: 10.2, latitude: 45.2 },
        ]}
        highlight={{ ...track, at: [0, 1], latitude: [45, 45.1], longitude: [10, 10.1] }}
        popup={() => null}
      />
    </OnMap>,
  )
  await vi.waitFor(() => expect(linesOf('-line')).toHaveLength(1))
  expect(linesOf('-line')).toEqual([
    [
      [10, 45],
      [10.1, 45.1],
      [10.2, 45.2],
    ],
  ])
  expect(linesOf('-strong')).toEqual([
    [
      [10, 45],
      [10.1, 45.1],
    ],
  ])
  expect(featuresOf('-marks').map(({ properties }) => properties.kind)).toEqual(['start', 'end'])
})

test('the pointer over a track tells of the nearest fix, and a click opens it', async () => {
  const [onPoint, onHover] = [vi.fn(), vi.fn()]
  await show(
    <OnMap on={map}>
      <Track
        track={track}
        popup={i => `${track.speed[i]} km/h`}
        onPoint={onPoint}
        onHover={onHover}
      />
    </OnMap>,
  )
  await vi.waitFor(() => expect(linesOf('-line')).toHaveLength(1))
  pointAt('-hit')
  act(() => map.point('mousemove', [10.11, 45.12]))
  expect(screen.getByText('50 km/h')).toBeInTheDocument()
  expect(onHover).toHaveBeenLastCalledWith(1)
  act(() => map.point('click', [10.3, 45.2]))
  expect(onPoint).toHaveBeenCalledExactlyOnceWith(2)
  act(() => map.point('mouseleave'))
  expect(screen.queryByText('50 km/h')).not.toBeInTheDocument()
  expect(onHover).toHaveBeenLastCalledWith(-1)
})

test('a track of one fix is a dot without a line, and an empty one is nothing', async () => {
  const one = { at: [0], latitude: [45], longitude: [10], speed: [0], direction: [0] }
  const { unmount } = await show(
    <OnMap on={map}>
      <Track track={one} popup={() => null} />
    </OnMap>,
  )
  await vi.waitFor(() => expect(linesOf('-dots')).toEqual([[[10, 45]]]))
  expect(linesOf('-line')).toEqual([])
  unmount()
  await vi.waitFor(() => expect(map.sources.size).toBe(0))
  expect(map.layers.size).toBe(0)
})

const eastward = (latitude: number): [number, number][] => [
  [10, latitude],
  [11, latitude],
]
test('the track of a vehicle among those of the fleet is named by the pointer, stands out and is chosen', async () => {
  const onSelect = vi.fn()
  const groups = [
    {
      id: 1,
      color: '#2e51bb',
      lines: [eastward(45)],
    },
    {
      id: 2,
      color: '#d32929',
      lines: [eastward(46)],
    },
  ]
  await show(
    <OnMap on={map}>
      <FaintLines
        groups={groups}
        opacity={0.3}
        highlight={1}
        popup={id => `Targa ${id}`}
        onSelect={onSelect}
      />
    </OnMap>,
  )
  await vi.waitFor(() => expect(featuresOf('-all')).toHaveLength(2))
  const strong = () => featuresOf('-strong').map(({ properties }) => properties.id)
  expect(strong()).toEqual([1])
  pointAt('-hit', { id: 2 })
  act(() => map.point('mousemove', [10.5, 46]))
  expect(screen.getByText('Targa 2')).toBeInTheDocument()
  expect(strong()).toEqual([2])
  act(() => map.point('click', [10.5, 46]))
  expect(onSelect).toHaveBeenCalledExactlyOnceWith(2)
  act(() => map.point('mouseleave'))
  expect(screen.queryByText('Targa 2')).not.toBeInTheDocument()
  expect(strong()).toEqual([1])
})

const routes = [
  {
    id: 'fast',
    line: [
      [45, 10],
      [46, 11],
    ] as const,
  },
  {
    id: 'short',
    line: [
      [45, 10],
      [45.5, 10.5],
    ] as const,
  },
]
test('another route than the chosen one is chosen by a click, and the stops have their numbers', async () => {
  const onChoose = vi.fn()
  await show(
    <OnMap on={map}>
      <Routes
        routes={routes}
        chosen="fast"
        onChoose={onChoose}
        places={[
          { id: 'a', latitude: 45, longitude: 10 },
          { id: 'b', latitude: 46, longitude: 11 },
        ]}
      />
    </OnMap>,
  )
  await vi.waitFor(() =>
    expect(linesOf('-chosen')).toEqual([
      [
        [10, 45],
        [11, 46],
      ],
    ]),
  )
  expect(linesOf('-others')).toEqual([
    [
      [10, 45],
      [10.5, 45.5],
    ],
  ])
  expect([...map.container.querySelectorAll('.flotta-place')].map(p => p.textContent)).toEqual([
    '1',
    '2',
  ])
  pointAt('-hit', { id: 'short' })
  act(() => map.point('mouseenter'))
  expect(map.canvas.style.cursor).toBe('pointer')
  act(() => map.point('click'))
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('short')
  act(() => map.point('mouseleave'))
  expect(map.canvas.style.cursor).toBe('')
})

test('routes that cannot be chosen are not offered to the pointer', async () => {
  await show(
    <OnMap on={map}>
      <Routes routes={routes} chosen="fast" />
    </OnMap>,
  )
  await vi.waitFor(() => expect(linesOf('-others')).toHaveLength(1))
  pointAt('-hit', { id: 'short' })
  act(() => map.point('mouseenter'))
  act(() => map.point('click'))
  expect(map.canvas.style.cursor).toBe('')
})
