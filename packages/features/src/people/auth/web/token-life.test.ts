// When a token’s end is near, and when it has come.
import { expect, test } from 'vitest'
import { lifeOf } from './token-life.ts'

const now = Date.parse('2026-11-22T10:00:00Z')
test.each<[string, string, ReturnType<typeof lifeOf>]>([
  ['a year is long', '2027-11-22T10:00:00Z', 'long'],
  ['thirty days are long', '2026-12-22T10:00:00Z', 'long'],
  ['a second less is soon', '2026-12-22T09:59:59Z', 'soon'],
  ['the last second is soon', '2026-11-22T10:00:01Z', 'soon'],
  ['at the instant of its end a token has ended', '2026-11-22T10:00:00Z', 'over'],
  ['yesterday is over', '2026-11-21T10:00:00Z', 'over'],
])('%s', (_, expires_at, life) => expect(lifeOf(expires_at, now)).toBe(life))
