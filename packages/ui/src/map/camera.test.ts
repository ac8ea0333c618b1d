import type { Map as MapLibre } from 'maplibre-gl'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Camera } from './camera.ts'
import { boxOf, cameraFor, pointAt } from './place.ts'

const none = { top: 0, right: 0, bottom: 0, left: 0 }
const view = { width: 1000, height: 800, padding: none, zoom: 6 }

describe('where the camera must be', () => {
  test.each([
    [
      'is near a chosen point',
      { box: pointAt(10, 45), zoom: 11 },
      view,
      { center: [10, 45], zoom: 11 },
    ],
    [
      'stays nearer for a person who is already nearer',
      { box: pointAt(10, 45), zoom: 11 },
      { ...view, zoom: 14 },
      { center: [10, 45], zoom: 14 },
    ],
    [
      'is no nearer than its zoom for a small box',
      { box: [10, 45, 10.0001, 45.0001] as const, zoom: 14 },
      view,
      { zoom: 14 },
    ],
    [
      'shows a wide box with a margin',
      { box: [0, 45, 90, 45.1] as const, zoom: 14 },
      view,
      { zoom: Math.log2(880 / (0.25 * 512)) },
    ],
    [
      'leaves out the space under panels',
      { box: [0, 45, 90, 45.1] as const, zoom: 14 },
      { ...view, padding: { ...none, left: 320, right: 480 } },
      { zoom: Math.log2(120 / (0.25 * 512)) },
    ],
    [
      'is still found without free space',
      { box: [0, 45, 90, 45.1] as const, zoom: 14 },
      { ...view, padding: { ...none, bottom: 900 } },
      { center: [45, expect.closeTo(45.05, 3)] },
    ],
  ])('%s', (_, place, seen, expected) => {
    expect(cameraFor(place, seen)).toMatchObject(expected)
  })
  test('depends on the box around points, which is exactly as large as they need', () => {
    expect(boxOf([])).toBeNull()
    expect(
      boxOf([
        { longitude: 9, latitude: 45 },
        { longitude: 8, latitude: 46 },
      ]),
    ).toEqual([8, 45, 9, 46])
  })
})

/** A map that records its camera moves, with one pixel per degree. */
function recorder() {
  const moves: {
    readonly how: string
    readonly center?: unknown
    readonly zoom?: number
    readonly padding?: unknown
    readonly duration?: number
  }[] = []
  const handlers = new Map<string, Set<(event: object) => void>>()
  let padding: object = none
  const container = { clientWidth: 1000, clientHeight: 800, dataset: {} }
  const go = (how: string) => (to: { readonly padding?: object }) => {
    if (to.padding) padding = to.padding
    moves.push({ how, ...to })
  }
  const map = {
    on: (event: string, handler: (event: object) => void) => {
      handlers.set(event, (handlers.get(event) ?? new Set()).add(handler))
      return { unsubscribe: () => handlers.get(event)?.delete(handler) }
    },
    getContainer: () => container,
    getCenter: () => ({ lng: 10, lat: 43 }),
    getZoom: () => 6,
    getPadding: () => padding,
    setPadding: (next: object) => {
      padding = next
    },
    project: ([lng, lat]: readonly [number, number]) => ({ x: lng * 10, y: lat * 10 }),
    isMoving: () => false,
    dragPan: { isActive: () => false },
    easeTo: go('ease'),
    flyTo: go('fly'),
    jumpTo: go('jump'),
  }
  const moveByHand = () => {
    for (const handler of handlers.get('movestart') ?? [])
      handler({ originalEvent: new Event('mousedown') })
  }
  return { map: map as unknown as MapLibre, moves, hand: moveByHand }
}

describe('the camera of the map', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const vehicle = (id: number) => ({ key: `vehicle ${id}`, names: [`vehicle ${id}`] })
  const place = { box: pointAt(12, 42), zoom: 11 }
  const track = { box: [9, 44, 11, 45] as const, zoom: 14 }
  function opened() {
    const { map, ...rest } = recorder()
    const camera = new Camera()
    camera.attach(map)
    vi.runAllTimers()
    return { camera, ...rest }
  }

  test.each([
    ['the panel first', ['cover', 'ask', 'place']],
    ['the panel last', ['ask', 'place', 'cover']],
    ['the place first', ['place', 'cover', 'ask']],
  ])('makes one move for a selection and the panel that opens with it: %s', (_, order) => {
    const { camera, moves } = opened()
    for (const step of order) {
      if (step === 'cover') camera.cover({ ...none, right: 428 })
      if (step === 'ask') camera.ask(vehicle(1))
      if (step === 'place') camera.place('vehicle 1', place)
      vi.advanceTimersByTime(16)
    }
    vi.runAllTimers()
    expect(moves).toMatchObject([
      { how: 'ease', center: [12, 42], zoom: 11, padding: { right: 428 + 56 } },
    ])
  })
  test('shows a selection from before the map was ready without an animation', () => {
    const { map, moves } = recorder()
    const camera = new Camera()
    camera.ask(vehicle(1))
    camera.attach(map)
    vi.runAllTimers()
    camera.place('vehicle 1', place)
    vi.runAllTimers()
    expect(moves).toMatchObject([{ how: 'jump', center: [12, 42], zoom: 11 }])
  })
  test('shows the vehicle instead of its track only after a while, and then moves to the track', () => {
    const { camera, moves } = opened()
    camera.ask({ key: 'p', names: ['period', 'vehicle 1'] })
    camera.place('vehicle 1', place)
    vi.advanceTimersByTime(800)
    expect(moves).toEqual([])
    camera.place('period', track)
    vi.runAllTimers()
    expect(moves).toMatchObject([{ center: [10, expect.closeTo(44.5, 1)] }])
    camera.ask({ key: 'q', names: ['trip', 'vehicle 1'] })
    vi.runAllTimers()
    expect(moves.at(-1)).toMatchObject({ center: [12, 42] })
    camera.place('trip', track)
    vi.runAllTimers()
    expect(moves).toHaveLength(3)
  })
  test('leaves a move by the person alone until the next selection', () => {
    const { camera, moves, hand } = opened()
    camera.ask({ key: 'p', names: ['period', 'vehicle 1'] })
    hand()
    camera.place('period', track)
    vi.runAllTimers()
    expect(moves).toEqual([])
    camera.cover({ ...none, bottom: 300 })
    vi.runAllTimers()
    expect(moves).toEqual([
      { how: 'ease', padding: { ...none, bottom: 300, right: 56 }, duration: 400 },
    ])
    camera.ask(vehicle(2))
    camera.place('vehicle 2', place)
    vi.runAllTimers()
    expect(moves.at(-1)).toMatchObject({ center: [12, 42] })
  })
  test('keeps the visible place in the free part when a panel grows', () => {
    const { camera, moves } = opened()
    camera.ask(vehicle(1))
    camera.place('vehicle 1', place)
    vi.runAllTimers()
    camera.cover({ ...none, bottom: 400 })
    vi.runAllTimers()
    expect(moves.at(-1)).toMatchObject({ center: [12, 42], padding: { bottom: 400 } })
  })
  test('follows a vehicle that drives out of view, but not after the person has moved the map', () => {
    const { camera, moves, hand } = opened()
    camera.ask(vehicle(1))
    camera.place('vehicle 1', { ...place, drives: true })
    vi.runAllTimers()
    camera.place('vehicle 1', { box: pointAt(20, 42), zoom: 11, drives: true })
    expect(moves).toHaveLength(1)
    camera.place('vehicle 1', { box: pointAt(99, 42), zoom: 11, drives: true })
    expect(moves.at(-1)).toMatchObject({ center: [99, 42] })
    camera.place('vehicle 1', { box: pointAt(20, 42), zoom: 11, drives: true })
    hand()
    camera.place('vehicle 1', { box: pointAt(99, 42), zoom: 11, drives: true })
    vi.runAllTimers()
    expect(moves).toHaveLength(2)
  })
  test('shows a place at which a list points, informs panels above the map, and moves back at the next selection', () => {
    const { camera, moves } = opened()
    const onShow = vi.fn()
    camera.onShow(onShow)
    camera.ask(vehicle(1))
    camera.place('vehicle 1', place)
    vi.runAllTimers()
    camera.show(track)
    expect(moves.at(-1)).toMatchObject({ center: [10, expect.closeTo(44.5, 1)] })
    camera.again()
    vi.runAllTimers()
    expect(moves.at(-1)).toMatchObject({ center: [12, 42] })
    expect(onShow).toHaveBeenCalledTimes(3)
  })
})
