import type { CollisionDetection, KeyboardCoordinateGetter } from '@dnd-kit/core'
import { expect, test } from 'vitest'
import { dropZoneNavigation } from './drop-zone-navigation.ts'

type Rect = {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly width: number
  readonly height: number
}
const rect = (left: number, top: number): Rect => ({
  left,
  top,
  right: left + 300,
  bottom: top + 100,
  width: 300,
  height: 100,
})

/** Three fleets below one another and the vehicles without a fleet beside them; a card that comes into view pushes the ones above it up by two cards. */
function page() {
  let scrolled = 0
  const placed = { f1: rect(0, 0), f2: rect(0, 100), f3: rect(0, 200), none: rect(400, 0) }
  type Id = keyof typeof placed
  const measured = new Map<Id, Rect>(Object.entries(placed) as [Id, Rect][])
  const zones = [...measured.keys()].map(id => ({
    id,
    rect: { current: measured.get(id) },
    node: {
      current: {
        scrollIntoView: () => {
          if (id === 'f3') scrolled = 200
        },
        getBoundingClientRect: () =>
          rect(placed[id].left, placed[id].top - (id === 'none' ? 0 : scrolled)),
      },
    },
  }))
  const keys = dropZoneNavigation()
  keys.begin()
  let dragRect: Rect = rect(400, 0)
  /** What the library finds at the place of the dragged item: it has measured before anything scrolled. */
  const over = () =>
    keys.collisions({
      pointerCoordinates: null,
      collisionRect: dragRect,
      droppableRects: measured,
      droppableContainers: zones,
    } as unknown as Parameters<CollisionDetection>[0])[0]?.id
  return {
    over,
    press: (code: string) => {
      const context = { droppableContainers: { getEnabled: () => zones }, over: { id: over() } }
      const event = { code, preventDefault: () => undefined }
      const to = keys.next(
        event as never,
        {
          currentCoordinates: { x: dragRect.left, y: dragRect.top },
          context,
        } as unknown as Parameters<KeyboardCoordinateGetter>[1],
      )
      if (to) dragRect = rect(to.x, to.y)
    },
  }
}

test('an item that a person picks up by key is over the zone in which it is', () => {
  expect(page().over()).toBe('none')
})
test('an arrow leads to the next zone, even when the page scrolls and another zone moves to the measured place', () => {
  const { over, press } = page()
  press('ArrowLeft')
  expect(over()).toBe('f3')
  press('ArrowUp')
  expect(over()).toBe('f2')
  press('ArrowRight')
  press('ArrowDown')
  expect(over()).toBe('none')
})
test('other keys move nothing', () => {
  const { over, press } = page()
  press('ArrowLeft')
  press('KeyA')
  expect(over()).toBe('f3')
})
