// The content of the form of a hub or point of interest, and what the map needs of it.

import type { Area } from '../contract.ts'
import type { StoredShape } from '../shape.ts'

type Points = StoredShape['points']
export type FormOutline =
  | { readonly type: 'polygon'; readonly points: Points }
  | { readonly type: 'corridor'; readonly points: Points; readonly width: number | '' }
export type FormShape = { readonly type: 'circle' } | FormOutline

/** Numbers are '' until they are known. */
export interface Form {
  readonly shape: FormShape
  readonly name: string
  readonly code: string
  readonly color: string
  readonly radius: number | ''
  readonly latitude: number | ''
  readonly longitude: number | ''
  readonly address: string
  readonly city: string
  readonly zip_code: string
}
/** The id of an area that is not stored yet. */
export const NEW = 0

/** The content of an open form, and a function by which the map sets its radius. */
export interface Draft
  extends Pick<Form, 'shape' | 'name' | 'color' | 'radius' | 'latitude' | 'longitude'> {
  readonly id: number
  readonly setRadius: (metres: number) => void
}

/**
 * The body of the call: for a circle its radius and centre, for another shape its points, from which the server computes the centre. Empty fields are left
 * out.
 */
export function bodyOf(values: Form, record: Pick<Area, 'shape'> | null): object {
  const { shape, radius, latitude, longitude, ...others } = values
  if (shape.type !== 'circle') return { ...others, shape: filledShape(shape) }
  const place = Object.fromEntries(
    Object.entries({ radius, latitude, longitude }).filter(([, value]) => value !== ''),
  )
  const wasCircle = record === null || record.shape.type === 'circle'
  return { ...others, ...place, ...(!wasCircle && { shape }) }
}
const NO_WIDTH = 0
/** The shape of the form as the server stores it. */
export const filledShape = (shape: FormOutline): StoredShape =>
  shape.type === 'polygon' ? shape : { ...shape, width: shape.width || NO_WIDTH }
