// An answer with a file for maps.
import type { FileReply } from '@flotta/core/contract.ts'
import {
  type MapFeature,
  type MapFileFormat,
  mapFileText,
  mapFileTypes,
} from '@flotta/core/map-files.ts'

export const mapFile = (
  format: MapFileFormat,
  name: string,
  features: readonly MapFeature[],
): FileReply => ({
  type: mapFileTypes[format],
  bytes: new TextEncoder().encode(mapFileText(format, name, features)),
  max_age: 0,
})
