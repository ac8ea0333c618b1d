// What stands in the form of a hub or point of interest, and what the map hears of it.

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
/** Number of the one that is not stored yet. */
export const NEW = 0

/** What stands in an open form, and how the map sets its radius. */
export interface Draft
  extends Pick<Form, 'shape' | 'name' | 'color' | 'radius' | 'latitude' | 'longitude'> {
  readonly id: number
  readonly setRadius: (metres: number) => void
}

/** What is sent: of a circle its radius and centre, of another shape its points, from which the server computes the centre. Fields that are not filled in are left out. */
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
/** As rules and the server know a shape. */
export const filledShape = (shape: FormOutline): StoredShape =>
  shape.type === 'polygon' ? shape : { ...shape, width: shape.width || NO_WIDTH }
