import { expect, test } from 'vitest'
import type { Context } from './feature.ts'
import { once } from './once.ts'

const product = () => ({ pool: {} as Context['pool'] })

test('a value is made once for a product, whatever copy of its context is used', () => {
  let count = 0
  const numberOf = once((_: Pick<Context, 'pool'>) => ++count)
  const [one, other] = [product(), product()]
  expect([
    numberOf(one),
    numberOf(Object.assign({ demo: 'open' }, one)),
    numberOf(other),
    numberOf(one),
  ]).toEqual([1, 1, 2, 1])
})
test('an undefined value is also made only once', () => {
  let count = 0
  const nothingOf = once((_: Pick<Context, 'pool'>) => void count++)
  const one = product()
  nothingOf(one)
  nothingOf(one)
  expect(count).toBe(1)
})
