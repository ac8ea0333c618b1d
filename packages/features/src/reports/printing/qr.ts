// A QR code as a single path, which the screen, the browser's printer and the PDF draw in the same way.
import { encode } from 'uqr'

/** `size`: modules on a side, with the quiet zone of four that scanners need. `d`: the path of the dark modules, in these units. */
export function qrOf(text: string): { readonly size: number; readonly d: string } {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const d = data
    .flatMap((line, y) => line.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return { size, d }
}
