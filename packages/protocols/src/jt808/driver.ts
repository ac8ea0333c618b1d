// The driver, identified by the card in the terminal or its reader.
import { type IoWriter, RECEIPT_IO } from '@flotta/core/io.ts'
import type { FrameMessage } from '@flotta/core/protocol.ts'
import { HOUR } from '@flotta/core/time.ts'
import { dateOf, ids, messages, u8 } from './layout.ts'

const INSERTED = 1
const READ = 0
/** State and time, then the result of reading and the length of the name. */
const HEAD_BYTES = 9
const LICENCE_BYTES = 20
/** Clocks show the time of Beijing, whatever the country. */
const AHEAD = 8 * HOUR
/** Text that readers of one maker pass on: kind, three states, card, state. */
const READER_TEXT = /GTSL\|\d+\|\d+\|\d+\|([0-9A-Za-z]{4,20})\|/

const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString('latin1').replaceAll('\u0000', '').trim()

function putCard(io: IoWriter, card: string): void {
  const bytes = Buffer.from(card, 'latin1')
  if (bytes.length > 0) io.put(ids.driver_card, bytes, 0, bytes.length, true)
}

/** A card that was inserted, with its time; the whole body is stored. Cards that were removed or could not be read identify nobody. */
export function driverRecord(
  message: number,
  body: Uint8Array,
  io: IoWriter,
  receivedAt: number,
): FrameMessage {
  io.reset()
  io.putNumber(ids.raw_text, message, 2)
  io.put(ids.raw_text + 1, body, 0, body.length, true)
  if (message === messages.transparent) {
    putCard(io, READER_TEXT.exec(textOf(body))?.[1] ?? '')
    io.putNumber(RECEIPT_IO, 1, 1)
    return { at: receivedAt, fix: null, io: io.take() }
  }
  const clock = body.length >= 7 ? dateOf(body, 1, 'yymmdd') : null
  const licenceAt = body.length >= HEAD_BYTES ? HEAD_BYTES + u8(body, HEAD_BYTES - 1) : body.length
  if (u8(body, 0) === INSERTED && u8(body, 7) === READ)
    putCard(io, textOf(body.subarray(licenceAt, licenceAt + LICENCE_BYTES)))
  if (clock === null) io.putNumber(RECEIPT_IO, 1, 1)
  return clock === null
    ? { at: receivedAt, fix: null, io: io.take() }
    : { at: clock - AHEAD, fix: null, io: io.take(), local: true }
}
