// Events of models with cameras: date, place without satellites, kind of event, names of pictures.
import type { IoWriter } from '@flotta/core/io.ts'
import { CAMERA_EVENT, ids, RAW_IDS, u16 } from './layout.ts'
import { DATE_LENGTH, dateAt } from './place.ts'

/** Newer models begin with this mark and a number. */
const MARK = 0xffff
const MARK_LENGTH = 3
/** Latitude, longitude, course and status. */
const PLACE_BYTES = 10
/** The byte of satellites before the place, and two values after it. */
const MORE_BYTES = 5

/** Stores the whole frame, and the kind of event; returns the time by the device's clock. */
export function putCameraEvent(io: IoWriter, content: Uint8Array): number | null {
  io.put(RAW_IDS + CAMERA_EVENT, content, 0, content.length, true)
  const isMarked = content.length > MARK_LENGTH && u16(content, 0) === MARK
  const at = isMarked ? MARK_LENGTH : 0
  const clock = dateAt(content, at)
  if (clock === null) return null
  const behindDate = at + DATE_LENGTH
  const hasPlace = content.length > behindDate + PLACE_BYTES
  const event = behindDate + (hasPlace ? PLACE_BYTES + (isMarked ? MORE_BYTES : 0) : 0)
  if (event < content.length) io.put(ids.event, content, event, 1)
  return clock
}
