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
    ['gives the owner the position without an agreement', 'position', owner(), 50, true],
    ['gives the owner the position before the first fix', 'position', owner(), null, true],
    [
      'gives the owner no temperature without an agreement [access.3]',
      'temperature',
      owner(2, 27),
      50,
      false,
    ],
    [
      'gives the owner the temperature of any time by either agreement',
      'temperature',
      owner(17),
      5,
      true,
    ],
    ['gives the owner no trip without the agreement', 'trip', owner(), 50, false],
    [
      'gives a guest the position by its agreement',
      'position',
      guestAccess([2, 20, null]),
      50,
      true,
    ],
    [
      'gives a guest the position from the beginning of its agreement',
      'position',
      guestAccess([2, 20, null]),
      20,
      true,
    ],
    [
      'gives a guest nothing before its agreement [access.6]',
      'position',
      guestAccess([2, 20, null]),
      19,
      false,
    ],
    [
      'gives a guest no position by another agreement [access.5]',
      'position',
      guestAccess([3, 20, null]),
      50,
      false,
    ],
    [
      'gives a guest no position without a fix',
      'position',
      guestAccess([2, 20, null]),
      null,
      false,
    ],
    [
      'gives a guest the time of an ended period while it holds another period',
      'position',
      guestAccess([2, 0, 10], [2, 90, null]),
      5,
      true,
    ],
    [
      'gives a guest nothing at the end of a period [access.7]',
      'position',
      guestAccess([2, 0, 10], [2, 90, null]),
      10,
      false,
    ],
    [
      'gives a guest nothing between two periods [access.10]',
      'position',
      guestAccess([2, 0, 10], [2, 90, null]),
      50,
      false,
    ],
    [
      'gives a guest nothing of an ended period while it holds none [access.11]',
      'position',
      guestAccess([2, 0, 10], [3, 90, null]),
      5,
      false,
    ],
    [
      'gives a guest the time of an ended agreement while it holds another for the same data',
      'temperature',
      guestAccess([17, 0, 10], [3, 90, null]),
      5,
      true,
    ],
    ['gives everybody the status', 'status', guestAccess([24, 20, null]), 100, true],
    ['gives the owner nothing of an undeclared kind', 'secret', owner(2, 3, 27), 50, false],
    ['gives a guest nothing of an undeclared kind', 'secret', guestAccess([2, 0, null]), 50, false],
  ])('%s', (_, kind, access, at, expected) => {
    expect(maySee(kind, access, at)).toBe(expected)
  })
})

describe('the visible parts of a period', () => {
  test.each<[string, string, Access, [number, number][]]>([
    ['are all for the owner', 'position', owner(), [[0, 200]]],
    ['are none for the owner without the agreement', 'trip', owner(), []],
    ['are none for a guest without the agreement', 'position', guestAccess([3, 0, null]), []],
    ['reach to the end for an open period', 'position', guestAccess([2, 20, null]), [[20, 200]]],
    ['leave out the end of a period that ends', 'position', guestAccess([2, 20, 150]), [[20, 149]]],
    [
      'join periods that touch, and keep others apart',
      'position',
      guestAccess([2, 60, 70], [2, 10, 20], [2, 20, 30], [2, 90, null]),
      [
        [10, 29],
        [60, 69],
        [90, 200],
      ],
    ],
    [
      'leave out a period of another time',
      'position',
      guestAccess([2, 90, null], [2, 300, null]),
      [[90, 200]],
    ],
    ['are none for an undeclared kind', 'secret', owner(2), []],
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
      'hides the place from the owner',
      'position',
      { ...owner(2), private_times: times },
      40,
      false,
      true,
    ],
    [
      'hides the place from a guest',
      'position',
      { ...guestAccess([2, 0, null]), private_times: times },
      59,
      false,
      true,
    ],
    [
      'hides no moment before its beginning',
      'position',
      { ...owner(2), private_times: times },
      39,
      true,
      true,
    ],
    ['does not hide its end', 'position', { ...owner(2), private_times: times }, 60, true, true],
    [
      'leaves the odometer visible',
      'odometer',
      { ...owner(2), private_times: times },
      50,
      true,
      true,
    ],
    ['leaves the trip visible', 'trip', { ...owner(2), private_times: times }, 50, true, true],
    [
      'leaves the temperature of the load visible',
      'temperature',
      { ...owner(3), private_times: times },
      50,
      true,
      true,
    ],
    [
      'opens nothing that was closed',
      'temperature',
      { ...owner(2), private_times: times },
      50,
      false,
      false,
    ],
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
