// What stands in the form of a hub or point of interest, and what the map hears of it.

/** Numbers are '' until they are known. */
export interface Form {
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
export interface Draft extends Pick<Form, 'name' | 'color' | 'radius' | 'latitude' | 'longitude'> {
  readonly id: number
  readonly setRadius: (metres: number) => void
}
