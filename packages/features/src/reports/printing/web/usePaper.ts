// The size of the page that the browser prints on: it follows the chosen paper, and on a roll the length of the receipt.
import { type RefObject, useEffect } from 'react'
import type { Paper } from '../contract.ts'

/** The margin around the receipt in mm. */
const MARGIN = { a4: 12, '80mm': 4 } as const
/** CSS pixels in a millimetre. */
const PX = 96 / 25.4

/** @param height height of the receipt on a roll, in mm */
export const pageRule = (paper: Paper, height: number): string =>
  paper === 'a4'
    ? `@page { size: A4; margin: ${MARGIN.a4}mm }`
    : `@page { size: 80mm ${Math.ceil(height) + 1}mm; margin: ${MARGIN['80mm']}mm }`

/** Sets the page size just before printing, by our button or by the browser's own. */
export function usePaper(receipt: RefObject<HTMLElement | null>, paper: Paper): void {
  useEffect(() => {
    const style = document.createElement('style')
    document.head.append(style)
    const measure = () => {
      const sheet = receipt.current
      if (sheet === null) return
      // the screen shows the receipt enlarged
      sheet.style.zoom = '1'
      style.textContent = pageRule(paper, sheet.getBoundingClientRect().height / PX)
      sheet.style.zoom = ''
    }
    measure()
    window.addEventListener('beforeprint', measure)
    return () => {
      window.removeEventListener('beforeprint', measure)
      style.remove()
    }
  }, [receipt, paper])
}
