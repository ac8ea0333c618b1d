// A declared measurement: which fields are read, what the answer contains, and the parameters of its endpoints.
import { numberReading } from '@flotta/core/reading.ts'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import {
  declareMeasures,
  derivedMeasure,
  heldAt,
  type MeasureSource,
  measureEndpoints,
  measureValues,
  newestMeasures,
} from './measures.ts'

const values = measureValues({
  weight: { words: ['gross_weight'], least: 50 },
  double: derivedMeasure(z.number().nullable(), ({ data: { weight } }: MeasureSource<'weight'>) =>
    weight === null ? null : weight * 2,
  ),
  limit: derivedMeasure(
    z.number().nullable(),
    ({ remembered }: MeasureSource<never, number | null>) => remembered,
  ),
  hours: derivedMeasure(
    z.number().nullable(),
    ({ beside }: MeasureSource<never, unknown, { readonly hours: number }>) =>
      beside?.hours ?? null,
  ),
  raw: { words: [], least: 1, internal: true },
})
const fields = numberReading(values.fields)
const measures = declareMeasures(values, {
  service: 'eyescale',
  agreements: [8],
  reading: { ...fields, kind: 'scale', open: { agreements: [8] }, kept_every: 1 },
  memory: { name: 'limits', read: memory => Number(memory ?? 5), ofHistory: now => now },
  summary: { last: 'Newest', history: 'Period' },
})

describe('a declaration', () => {
  test('reads the fields that have words, in their order, and no others', () => {
    expect(Object.keys(fields.shape.shape)).toEqual(['weight', 'raw'])
    expect(fields.meanings).toEqual({ weight: ['gross_weight'], raw: [] })
  })
  test('answers the fields that it reads or derives, and leaves out internal numbers', () => {
    expect(measures.answer({ weight: 100, raw: 1 }, 7, { hours: 3 })).toEqual({
      weight: 100,
      double: 200,
      limit: 7,
      hours: 3,
    })
    expect(measures.answer({ weight: null, raw: null }, null, null)).toEqual({
      weight: null,
      double: null,
      limit: null,
      hours: null,
    })
  })
  test('a field that old records do not have is null', () => {
    expect(measures.answer({})).toMatchObject({ weight: null, double: null })
  })
  test('a derived value that names a number which is not read is refused by the types', () => {
    const values = {
      weight: { words: [], least: 1 },
      half: derivedMeasure(z.null(), (_: MeasureSource<'weight'>) => null),
      flat: derivedMeasure(z.null(), (_: MeasureSource<'weight' | 'height'>) => null),
    } as const
    type Checked = Parameters<typeof measureValues<typeof values>>[0]
    expectTypeOf<Checked['half']>().toEqualTypeOf<(typeof values)['half']>()
    expectTypeOf<Checked['flat']>().toHaveProperty('missing').toEqualTypeOf<'height'>()
  })
  test('makes two endpoints under its service, open to its agreements', () => {
    const { data, history } = measureEndpoints(measures)
    expect([data.path, history.path]).toEqual([
      '/services/eyescale/:id',
      '/services/eyescale/:id/history',
    ])
    for (const { allow, scope } of [data, history])
      expect([allow, scope]).toEqual(['view', { vehicle: 'visible', agreements: [8] }])
    const answer = { id: '1', message_datetime: '2026-11-22T10:00:00.000Z' }
    expect(data.reply.safeParse(null).success).toBe(true)
    expect(data.reply.safeParse(answer).success).toBe(false)
    expect(
      data.reply.safeParse({ ...answer, weight: 1, double: 2, limit: null, hours: null }).success,
    ).toBe(true)
  })
  test('its overview fetches the reading and the memory that it needs', () => {
    const { kinds, memories } = newestMeasures(measures)
    expect([kinds, memories]).toEqual([['scale'], ['limits']])
  })
})

test('each moment has the value that was valid then', () => {
  const values = [
    { at: 10, data: 'a' },
    { at: 20, data: 'b' },
  ]
  expect(heldAt([5, 10, 15, 20, 99], values)).toEqual([null, 'a', 'a', 'b', 'b'])
  expect(heldAt([5], [])).toEqual([null])
})
