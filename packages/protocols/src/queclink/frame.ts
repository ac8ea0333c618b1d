// Finds the end of a Queclink text: its `$`, in old units a zero byte.
import { type Beginning, FrameError } from '@flotta/core/protocol.ts'
import { markOf, textLength } from '../text-fields.ts'

export const DOLLAR = 0x24
export const NUL = 0x00
const HEADS = ['+RESP:GT', '+BUFF:GT', '+ACK:GT'] as const
const TEXT = { marks: HEADS.map(markOf), ends: [DOLLAR, NUL] } as const

/** Length of the first text, of the bytes before the next text, or of line ends between texts; 0 while more is needed. */
export function frame(bytes: Uint8Array, start: number, end: number, maxFrame: number): number {
  const length = textLength(bytes, start, end, TEXT)
  if ((length || end - start) > maxFrame) throw new FrameError('queclink: no text', true)
  return length
}

/** A connection begins with a report, a stored report, or the answer to a command. */
export function begins(bytes: Uint8Array): Beginning {
  const text = Buffer.from(bytes.subarray(0, 8)).toString('latin1')
  if (HEADS.some(head => text.startsWith(head))) return 'yes'
  return HEADS.some(head => head.startsWith(text)) ? 'more' : 'no'
}
