import type { Access, Grant } from '@flotta/core/kinds.ts'
import { neverPrivate, PrivateTimes } from '@flotta/core/private-times.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPrivate, mayBeNotified, maySee, visibleRanges } from './rules.ts'

const owner = (...agreements: number[]): Access => ({
  owner: true,
  agreements,
  grants: [],
  private_times: neverPrivate,
})
/** A guest at the instant 100. */
const guestAccess = (
  ...periods: [agreement_id: number, from: number, to: number | null][]
): Access => {
  const grants: Grant[] = periods.map(([agreement_id, from, to]) => ({ agreement_id, from, to }))
  return {
    owner: false,
    agreements: grants
      .filter(g => g.from <= 100 && (g.to === null || g.to > 100))
      .map(g => g.agreement_id),
    grants,
    private_times: neverPrivate,
  }
}

describe('the right to see', () => {
  test.each<[string, string, Access, number | null, boolean]>([
    ['the owner its position without an agreement', 'position', owner(), 50, true],
    ['the owner its position before there is one', 'position', owner(), null, true],
    [
      'the owner no temperature without an agreement [access.3]',
      'temperature',
      owner(2, 27),
      50,
      false,
    ],
    [
      'the owner the temperature of any time by either agreement',
      'temperature',
      owner(17),
      5,
      true,
    ],
    ['the owner no trip without the agreement', 'trip', owner(), 50, false],
    ['a guest the position by its agreement', 'position', guestAccess([2, 20, null]), 50, true],
    ['a guest from its beginning on', 'position', guestAccess([2, 20, null]), 20, true],
    ['a guest nothing before [access.6]', 'position', guestAccess([2, 20, null]), 19, false],
    [
      'a guest no position by another agreement [access.5]',
      'position',
      guestAccess([3, 20, null]),
      50,
      false,
    ],
    ['a guest no position that there is not', 'position', guestAccess([2, 20, null]), null, false],
    [
      'a guest what an ended period covered, while it holds another',
      'position',
      guestAccess([2, 0, 10], [2, 90, null]),
      5,
      true,
    ],
    [
      'a guest nothing at the end of a period [access.7]',
      'position',
      guestAccess([2, 0, 10], [2, 90, null]),
      10,
      false,
    ],
    [
      'a guest nothing between two periods [access.10]',
      'position',
      guestAccess([2, 0, 10], [2, 90, null]),
      50,
      false,
    ],
    [
      'a guest nothing of an ended period without one now [access.11]',
      'position',
      guestAccess([2, 0, 10], [3, 90, null]),
      5,
      false,
    ],
    [
      'a guest what one agreement covered, while it holds another that opens the same',
      'temperature',
      guestAccess([17, 0, 10], [3, 90, null]),
      5,
      true,
    ],
    ['everybody the status', 'status', guestAccess([24, 20, null]), 100, true],
    ['nobody a kind that was not declared: the owner', 'secret', owner(2, 3, 27), 50, false],
    [
      'nobody a kind that was not declared: a guest',
      'secret',
      guestAccess([2, 0, null]),
      50,
      false,
    ],
  ])('%s', (_, kind, access, at, expected) => {
    expect(maySee(kind, access, at)).toBe(expected)
  })
})

describe('the visible parts of a period', () => {
  test.each<[string, string, Access, [number, number][]]>([
    ['the owner all', 'position', owner(), [[0, 200]]],
    ['the owner nothing without the agreement', 'trip', owner(), []],
    ['a guest without the agreement nothing', 'position', guestAccess([3, 0, null]), []],
    ['an open period to the end', 'position', guestAccess([2, 20, null]), [[20, 200]]],
    ['a period that ends, without its end', 'position', guestAccess([2, 20, 150]), [[20, 149]]],
    [
      'periods that touch are one, others stay apart',
      'position',
      guestAccess([2, 60, 70], [2, 10, 20], [2, 20, 30], [2, 90, null]),
      [
        [10, 29],
        [60, 69],
        [90, 200],
      ],
    ],
    [
      'a period of another time nothing',
      'position',
      guestAccess([2, 90, null], [2, 300, null]),
      [[90, 200]],
    ],
    ['nothing of a kind that was not declared', 'secret', owner(2), []],
  ])('%s', (_, kind, access, expected) => {
    expect(visibleRanges(kind, access, 0, 200).map(s => [s.from, s.to])).toEqual(expected)
  })
  test('are the instants that may be seen', () => {
    const period = fc.tuple(
      fc.constantFrom(2, 3),
      fc.integer({ min: 0, max: 110 }),
      fc.option(fc.integer({ min: 111, max: 140 })),
    )
    fc.assert(
      fc.property(
        fc.array(period, { maxLength: 5 }),
        fc.integer({ min: 0, max: 150 }),
        (periods, at) => {
          const access = guestAccess(...periods)
          expect(visibleRanges('trip', access, 0, 150).some(s => s.from <= at && at <= s.to)).toBe(
            maySee('trip', access, at),
          )
        },
      ),
    )
  })
})

describe('a private time', () => {
  const times = new PrivateTimes([{ from: 40, to: 60, hours: null }])
  test.each<[string, string, Access, number | null, boolean, boolean]>([
    [
      'hides where the vehicle was from its owner',
      'position',
      { ...owner(2), private_times: times },
      40,
      false,
      true,
    ],
    [
      'from a guest, too',
      'position',
      { ...guestAccess([2, 0, null]), private_times: times },
      59,
      false,
      true,
    ],
    ['and no moment before', 'position', { ...owner(2), private_times: times }, 39, true, true],
    ['nor its end', 'position', { ...owner(2), private_times: times }, 60, true, true],
    ['leaves how far it drove', 'odometer', { ...owner(2), private_times: times }, 50, true, true],
    ['leaves that it drove', 'trip', { ...owner(2), private_times: times }, 50, true, true],
    [
      'leaves the load its temperature',
      'temperature',
      { ...owner(3), private_times: times },
      50,
      true,
      true,
    ],
    ['opens nothing', 'temperature', { ...owner(2), private_times: times }, 50, false, false],
  ])('%s', (_, kind, access, at, seen, heard) => {
    expect([maySee(kind, access, at), mayBeNotified(kind, access, at)]).toEqual([seen, heard])
  })
  test('is cut out of the visible parts of a period', () => {
    expect(
      visibleRanges('position', { ...guestAccess([2, 20, null]), private_times: times }, 0, 100),
    ).toEqual([
      { from: 20, to: 39 },
      { from: 60, to: 100 },
    ])
    expect(
      visibleRanges(
        'trip',
        { ...owner(2), private_times: times },
        Number.NEGATIVE_INFINITY,
        Number.POSITIVE_INFINITY,
      ),
    ).toHaveLength(1)
    expect([
      isPrivate({ ...owner(), private_times: times }, 50),
      isPrivate({ ...owner(), private_times: times }, null),
    ]).toEqual([true, false])
  })
})
