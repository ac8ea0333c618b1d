// Frames in parentheses, as locks send them: device, count, serial number, command and its fields.
import { IoWriter, RECEIPT_IO } from '@flotta/core/io.ts'
import type { DecodedFrame, Reception } from '@flotta/core/protocol.ts'
import { ids } from './layout.ts'

const io = new IoWriter()
const CLOSE = 0x29
const none = new Uint8Array(0)

export function decodeText(frame: Uint8Array, { at }: Reception): DecodedFrame {
  if (frame[frame.length - 1] !== CLOSE) return { kind: 'garbage' }
  const text = Buffer.from(frame.subarray(1, -1)).toString('latin1')
  const [name = '', count, serial, command = '', ...fields] = text.split(',')
  if (!/^\d{6,20}$/.test(name) || command === '')
    return { kind: 'refused', reason: 'text', ack: none }
  const device_id = name.replace(/^0+(?=\d)/, '')
  if (command === 'BASE' && fields[0] === '2') {
    const clock = new Date(at).toISOString().replace(/\D/g, '').slice(0, 14)
    const answer = `(${[name, count, serial, command, fields[0], clock].join()})`
    return { kind: 'ping', device_id, answer: Buffer.from(answer, 'latin1') }
  }
  if (command === 'ELOCK')
    return { kind: 'reply', replies: [{ text: [command, ...fields].join() }], device_id }
  io.reset()
  io.putNumber(RECEIPT_IO, 1, 1)
  const bytes = Buffer.from(text, 'latin1')
  io.put(ids.raw_text + 2, bytes, 0, bytes.length, true)
  return { kind: 'messages', messages: [{ at, fix: null, io: io.take() }], ack: none, device_id }
}
