// Reads codes from pictures, with the browser's own detector where it has one, else with a library that is loaded on demand.

import type { Decode } from './zxing.ts'

interface Detector {
  detect(source: CanvasImageSource): Promise<readonly { readonly rawValue: string }[]>
}
interface DetectorClass {
  new (options: { readonly formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}
const FORMATS = ['qr_code', 'code_128', 'code_39', 'data_matrix', 'ean_13', 'itf']

async function browserDecoder(): Promise<Decode | null> {
  const { BarcodeDetector } = globalThis as { readonly BarcodeDetector?: DetectorClass }
  if (BarcodeDetector === undefined) return null
  // a browser may have the class but no service behind it; then it supports no format
  const supportedFormats = await BarcodeDetector.getSupportedFormats().catch((): string[] => [])
  const formats = FORMATS.filter(f => supportedFormats.includes(f))
  if (!formats.includes('qr_code')) return null
  const detector = new BarcodeDetector({ formats })
  return async picture => (await detector.detect(picture))[0]?.rawValue ?? null
}

export const openDecoder = async (): Promise<Decode> =>
  (await browserDecoder()) ?? (await import('./zxing.ts')).decode
