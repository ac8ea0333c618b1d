// eyepower: the power supply of vehicle and tracker, now and over time.
import type { z } from 'zod'
import { measureEndpoints } from '../measures/measures.ts'
import { measures } from './measures.ts'

/** Volts, percent, hours; null: not reported. */
export const Power = measures.shape
export type Power = z.infer<typeof Power>

export const { data, history } = measureEndpoints(measures)
