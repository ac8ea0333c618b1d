// Rows of hubs and points of interest, and of their past shapes.
import '@flotta/platform/db.ts'
import type { Generated } from 'kysely'
import type { StoredShape } from './shape.ts'

interface AreaRow {
  id: Generated<number>
  customer_id: number
  name: string
  code: string
  color: string
  radius: number
  latitude: number
  longitude: number
  shape?: StoredShape | null
  address: string | null
  city: string | null
  zip_code: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}
declare module '@flotta/platform/db.ts' {
  interface Tables {
    hubs: AreaRow
    pois: AreaRow
    area_shapes: {
      id: Generated<number>
      customer_id: number
      kind: 'hub' | 'poi'
      area_id: number
      name: string
      code: string
      radius: number
      latitude: number
      longitude: number
      shape?: StoredShape | null
      valid_from: Date
      valid_to: Date | null
      version: Generated<number>
    }
  }
}
