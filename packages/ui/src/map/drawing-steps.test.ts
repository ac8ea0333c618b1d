import { expect, test } from 'vitest'
import { beginDrawing, type DrawingStep, drawStep } from './drawing-steps.ts'
import type { DrawnPoint } from './stage.tsx'

const [a, b, c]: readonly DrawnPoint[] = [
  [9, 45],
  [10, 45],
  [10, 46],
]
const add = (point: DrawnPoint | undefined, at?: number): DrawingStep => ({
  does: 'add',
  point: point ?? [0, 0],
  ...(at !== undefined && { at }),
})
const move = (at: number, point: DrawnPoint, isEnd: boolean): DrawingStep => ({
  does: 'move',
  at,
  point,
  isEnd,
})
const undo: DrawingStep = { does: 'undo' }

test.each<[string, readonly DrawingStep[], readonly (DrawnPoint | undefined)[]]>([
  ['points follow each other', [add(a), add(b), add(c)], [a, b, c]],
  ['a point goes between two others', [add(a), add(c), add(b, 1)], [a, b, c]],
  ['a point that repeats its neighbour is dropped', [add(a), add(a), add(b), add(b, 1)], [a, b]],
  [
    'a point more than there may be is passed over',
    [add(a), add(b), add(c), add([8, 44])],
    [a, b, c],
  ],
  ['a point is taken away', [add(a), add(b), { does: 'remove', at: 0 }], [b]],
  ['undo takes the last step back', [add(a), add(b), undo], [a]],
  ['undo of nothing is nothing', [undo, add(a)], [a]],
  ['a removed point comes back', [add(a), add(b), { does: 'remove', at: 0 }, undo], [a, b]],
  [
    'the way of a point that is dragged is one step',
    [
      add(a),
      add(b),
      move(1, [11, 45], false),
      move(1, [12, 45], false),
      move(1, c ?? [0, 0], true),
      undo,
    ],
    [a, b],
  ],
  [
    'two drags are two steps',
    [add(a), move(0, [11, 45], true), move(0, [12, 45], false), move(0, [13, 45], true), undo],
    [[11, 45]],
  ],
  [
    'a point that is dragged out of the middle of a side is one step',
    [
      add(a),
      add(b),
      { does: 'add', point: [9.5, 45], at: 1, isMoving: true },
      move(1, [9.5, 45.2], false),
      move(1, [9.5, 45.4], true),
      undo,
    ],
    [a, b],
  ],
])('%s [areas.44]', (_, steps, points) =>
  expect(steps.reduce(drawStep(3), beginDrawing([])).points).toEqual(points),
)
