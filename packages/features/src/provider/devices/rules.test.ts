// Screens offer the requests for which a family has a text.
import { expect, test } from 'vitest'
import { intervalsOf, positionText } from './rules.ts'

test.each([
  ['an unknown family', undefined, []],
  ['one without commands', {}, []],
  [
    'one that counts in minutes',
    {
      commandText: ({ command_data: { seconds } }: { command_data: Record<string, unknown> }) =>
        Number(seconds) % 60 === 0 ? `every ${Number(seconds) / 60}` : undefined,
    },
    [60, 120, 300, 600, 1_800, 3_600],
  ],
])('%s is offered the intervals that it understands [devices.32]', (_, family, expected) =>
  expect(intervalsOf(family)).toEqual(expected),
)
test('only a family with a command for the position can be asked for its position [devices.31]', () => {
  expect(positionText({})).toBeUndefined()
  expect(
    positionText({ commandText: ({ command }) => (command === 'position' ? 'where?' : undefined) }),
  ).toBe('where?')
})
