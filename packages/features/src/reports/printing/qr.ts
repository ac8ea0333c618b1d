// A QR code as one path, which screens, browsers' printers and PDFs draw alike.
import { encode } from 'uqr'

/** Modules a side, with the quiet zone of four that scanners need; `d` draws the dark ones in those units. */
export function qrOf(text: string): { readonly size: number; readonly d: string } {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const d = data
    .flatMap((line, y) => line.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return { size, d }
}
