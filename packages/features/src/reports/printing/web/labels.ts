// Prints labels for vehicles, which are cut out and stuck on; the printing area scans them.
import { printPage } from '@flotta/ui/table/export.ts'
import { qrOf } from '../qr.ts'
import { labelPath } from '../rules.ts'

const SVG = 'http://www.w3.org/2000/svg'

export function printLabels(
  name: string,
  vehicles: readonly { readonly vehicle_id: number; readonly plate: string }[],
): void {
  printPage(name, page => {
    const style = page.createElement('style')
    style.textContent = `
      main { display: grid; grid-template-columns: repeat(3, 1fr); gap: 4mm }
      figure { margin: 0; padding: 3mm; border: 0.3mm dashed #999; break-inside: avoid; text-align: center }
      svg { width: 44mm; height: 44mm }
      figcaption { font-size: 16pt; font-weight: 700; letter-spacing: 0.04em }`
    const sheet = page.createElement('main')
    for (const { vehicle_id, plate } of vehicles) {
      const { size, d } = qrOf(`${location.origin}${labelPath(vehicle_id)}`)
      const figure = page.createElement('figure')
      const picture = page.createElementNS(SVG, 'svg')
      picture.setAttribute('viewBox', `0 0 ${size} ${size}`)
      const path = page.createElementNS(SVG, 'path')
      path.setAttribute('d', d)
      picture.append(path)
      const caption = page.createElement('figcaption')
      caption.textContent = plate
      figure.append(picture, caption)
      sheet.append(figure)
    }
    return [style, sheet]
  })
}
