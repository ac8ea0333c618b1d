// The parameters of a JT/T 808 device as text: `8104 0001=30 0013=example.org`, numbers in decimal.
import { hexOf, u8, u16, u32 } from './layout.ts'

const PRINTABLE = /^[ -~]+$/
/** Serial number of the question, and the count. */
const HEAD = 3
const ITEM_HEAD = 5

function valueText(bytes: Uint8Array): string {
  if (bytes.length === 1) return String(u8(bytes, 0))
  if (bytes.length === 2) return String(u16(bytes, 0))
  if (bytes.length === 4) return String(u32(bytes, 0))
  const text = Buffer.from(bytes).toString('latin1').replaceAll('\u0000', '')
  return text === '' || PRINTABLE.test(text) ? text : hexOf(bytes)
}

/** Leaves out parameters that are cut off. */
export function parametersText(body: Uint8Array): string {
  const words = ['8104']
  for (let o = HEAD; o + ITEM_HEAD <= body.length; ) {
    const begin = o + ITEM_HEAD
    const end = begin + u8(body, o + 4)
    if (end > body.length) break
    const id = u32(body, o).toString(16).padStart(4, '0')
    words.push(`${id}=${valueText(body.subarray(begin, end))}`)
    o = end
  }
  return words.join(' ')
}
