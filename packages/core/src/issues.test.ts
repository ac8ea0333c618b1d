import { expect, test } from 'vitest'
import { z } from 'zod'

import { Day, Email, Id, Instant, Page, Period, requiredText, text } from './contract.ts'

import { wordsByField } from './issues.ts'

const field = (schema: z.ZodType, value: unknown) => {
  const parsed = z.object({ f: schema }).safeParse({ f: value })
  return parsed.success ? [] : wordsByField(parsed.error, { f: value }).f
}

test.each([
  ['an absent text is required', z.string(), undefined, { key: 'validation.required' }],
  ['an empty text is required', requiredText(), '  ', { key: 'validation.required' }],
  [
    'a long text is refused with its longest length',
    text(5),
    'abcdef',
    { key: 'validation.long_text', values: { maximum: '5' } },
  ],
  [
    'an absent id is required, though it would be a number',
    Id,
    undefined,
    { key: 'validation.required' },
  ],
  ['an id of null is required', Id, null, { key: 'validation.required' }],
  ['an empty number is required', z.number(), '', { key: 'validation.required' }],
  ['an absent choice is required', z.enum(['a', 'b']), undefined, { key: 'validation.required' }],
  [
    'an absent choice between numbers is required',
    z.union([z.literal(0), z.literal(1)]),
    undefined,
    { key: 'validation.required' },
  ],
  [
    'an empty text of a certain form is required',
    text().regex(/^#/, 'validation.color'),
    ' ',
    { key: 'validation.required' },
  ],
  ['an empty list is required', z.array(Id).min(1), [], { key: 'validation.required' }],
  [
    'a list that is too short is refused with its least number',
    z.array(Id).min(2),
    [1],
    { key: 'validation.min', values: { minimum: '2' } },
  ],
  ['an empty day is required, in one message', Day, '', { key: 'validation.required' }],
  ['a bad day has one message', Day, 'x', { key: 'validation.date' }],
  [
    'a schema with a message of its own for an empty value keeps that message',
    z.string().refine(s => s !== '', 'validation.choice'),
    '',
    { key: 'validation.choice' },
  ],
  ['a NUL is refused', text(), 'a\u0000', { key: 'validation.nul' }],
  ['an empty e-mail address is required', Email, '', { key: 'validation.required' }],
  ['an e-mail address of blanks is required', Email, '  ', { key: 'validation.required' }],
  ['an absent e-mail address is required', Email, undefined, { key: 'validation.required' }],
  ['a bad e-mail address is named', Email, 'a@', { key: 'validation.email' }],
  ['a bad e-mail address has its message', z.email(), 'x', { key: 'validation.email' }],
  ['a bad time has its message', z.iso.datetime(), 'x', { key: 'validation.date' }],
  ['a text for a number has its message', z.number(), 'x', { key: 'validation.number' }],
  ['a fraction for a whole number has its message', z.int(), 1.5, { key: 'validation.whole' }],
  [
    'a number that must be above a limit is refused with that limit',
    z.number().positive(),
    0,
    { key: 'validation.above', values: { minimum: '0' } },
  ],
  [
    'a small number is refused with the least value',
    z.number().min(3),
    1,
    { key: 'validation.min', values: { minimum: '3' } },
  ],
  [
    'a big number is refused with the greatest value',
    z.number().max(3),
    9,
    { key: 'validation.max', values: { maximum: '3' } },
  ],
  ['a value must be among the choices', z.enum(['a', 'b']), 'c', { key: 'validation.choice' }],
  [
    'a key of a text is kept',
    z.string().refine(() => false, 'validation.taken'),
    'x',
    { key: 'validation.taken' },
  ],
])('%s', (_, schema, value, words) => {
  expect(field(schema, value)).toEqual([words])
})

test('a period of more than 31 days and a page below 1 are refused on their fields with the reason [services.12]', () => {
  const period = Period.safeParse({
    period_from: '2026-01-01T00:00:00Z',
    period_to: '2026-03-01T00:00:00Z',
  })
  expect(
    period.success ? null : wordsByField(period.error, { period_to: '2026-03-01T00:00:00Z' }),
  ).toEqual({ period_to: [{ key: 'validation.too_long' }] })
  const odd = { period_from: 'x', period_to: 'y' }
  const times = Period.safeParse(odd)
  const aTime = [{ key: 'validation.date' }]
  expect(times.success ? null : wordsByField(times.error, odd)).toEqual({
    period_from: aTime,
    period_to: aTime,
  })
  const page = Page.safeParse({ page: 0 })
  expect(page.success ? null : wordsByField(page.error, { page: 0 })).toEqual({
    page: [{ key: 'validation.min', values: { minimum: '1' } }],
  })
})

test('values that are no times are reported once, without further faults', () => {
  const period = Period.safeParse({ period_from: 'x', period_to: 'y' })
  expect(
    period.success ? null : wordsByField(period.error, { period_from: 'x', period_to: 'y' }),
  ).toEqual({
    period_from: [{ key: 'validation.date' }],
    period_to: [{ key: 'validation.date' }],
  })
})
test.each([
  ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00Z'],
  ['2026-11-21T10:00:00.250Z', '2026-11-21T10:00:00.250Z'],
  ['2026-11-21T11:00:00+01:00', '2026-11-21T10:00:00.000Z'],
  ['2026-11-21T00:30:00-09:30', '2026-11-21T10:00:00.000Z'],
  ['2026-11-21T11:00:00', null],
  ['2026-11-21', null],
  ['x', null],
  ['2026-13-41T11:00:00+01:00', null],
])('an instant of %s is %s', (given, taken) => {
  const parsed = Instant.safeParse(given)
  expect(parsed.success ? parsed.data : null).toBe(taken)
})
