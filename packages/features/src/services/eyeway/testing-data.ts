// Axle data for tests: every field, with nothing known.
import type { z } from 'zod'
import type { AxleData } from './contract.ts'
import { axle, tyre } from './kinds.ts'

const emptyOf = (shape: object): Record<string, null> =>
  Object.fromEntries(Object.keys(shape).map(name => [name, null]))
export const noTires = {
  load: null,
  speed: null,
  gross_weight: null,
  ...emptyOf(axle.shape.shape),
  ...emptyOf(tyre.shape.shape),
} as unknown as Omit<z.infer<typeof AxleData>, 'message_datetime'> & {
  readonly gross_weight: number | null
}
