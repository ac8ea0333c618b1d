import { describe, expect, test } from 'vitest'
import { linesOutside, withDetail } from './lines-outside.ts'
import { nextWindow } from './map-window.ts'
import type { Box } from './place.ts'

const box: Box = [10, 40, 20, 50]
type Line = readonly (readonly [number, number])[]

describe('lines outside of a box', () => {
  test.each<readonly [string, Line, readonly Line[]]>([
    [
      'keep a line beside the box',
      [
        [0, 45],
        [5, 55],
        [9, 56],
      ],
      [
        [
          [0, 45],
          [5, 55],
          [9, 56],
        ],
      ],
    ],
    [
      'leave out a line within the box',
      [
        [12, 45],
        [15, 46],
        [18, 49],
      ],
      [],
    ],
    [
      'cut a line through the box at both edges',
      [
        [0, 45],
        [30, 45],
      ],
      [
        [
          [0, 45],
          [10, 45],
        ],
        [
          [20, 45],
          [30, 45],
        ],
      ],
    ],
    [
      'cut a line with a bend inside where it enters and where it leaves',
      [
        [5, 45],
        [15, 45],
        [15, 60],
        [15, 70],
      ],
      [
        [
          [5, 45],
          [10, 45],
        ],
        [
          [15, 50],
          [15, 60],
          [15, 70],
        ],
      ],
    ],
    [
      'begin at the edge for a line that begins inside',
      [
        [15, 45],
        [25, 45],
      ],
      [
        [
          [20, 45],
          [25, 45],
        ],
      ],
    ],
    [
      'keep a line that touches a corner',
      [
        [5, 45],
        [15, 55],
      ],
      [
        [
          [5, 45],
          [15, 55],
        ],
      ],
    ],
  ])('%s [map.105]', (_, line, outside) => {
    expect(linesOutside([line], box)).toEqual(outside)
  })
  test('leave room inside for the exact lines of each group, and of no other [map.105]', () => {
    const groups = [
      {
        id: 1,
        color: 'red',
        lines: [
          [
            [0, 45],
            [30, 45],
          ] as Line,
        ],
      },
      {
        id: 2,
        color: 'blue',
        lines: [
          [
            [12, 45],
            [13, 45],
          ] as Line,
        ],
      },
    ]
    const exact: Line = [
      [10, 45],
      [15, 45.1],
      [20, 45],
    ]
    const detailed = withDetail(groups, {
      box,
      lines: new Map([
        [1, [exact]],
        [3, [exact]],
      ]),
    })
    expect(detailed.map(({ id, lines }) => [id, lines.length])).toEqual([
      [1, 3],
      [2, 0],
    ])
    expect(detailed[0]?.lines.at(-1)).toBe(exact)
    expect(withDetail(groups, null)).toBe(groups)
  })
})

describe('the window of the map', () => {
  const view: Box = [10, 40, 12, 41]
  const first = nextWindow(null, view, 'near')
  test('has a margin, and ends at the edge of the map [map.105]', () => {
    expect(first).toEqual({ step: 'near', box: [9, 39.5, 13, 41.5] })
    expect(nextWindow(null, [-180, -85, 180, 85], 'near')?.box).toEqual([-180, -85, 180, 85])
  })
  test.each<readonly [string, Box, string | null, boolean]>([
    ['stays after a small move', [10.9, 40.4, 12.9, 41.4], 'near', true],
    ['is replaced after a move beyond it', [11.1, 40, 13.1, 41], 'near', false],
    ['is replaced at another step of zoom', view, 'nearer', false],
    ['stays while the map shows half of it', [10.5, 40.2, 11.5, 40.7], 'near', true],
    ['is replaced when the map shows a tenth of it', [10.5, 40.2, 10.7, 40.3], 'near', false],
  ])('%s [map.105]', (_, box, step, isSame) => {
    expect(nextWindow(first, box, step) === first).toBe(isSame)
  })
  test('is missing when the map is seen from afar [map.105]', () => {
    expect(nextWindow(first, view, null)).toBeNull()
  })
})
