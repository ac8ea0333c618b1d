// Reads codes from pictures in browsers that have no detector of their own.
import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  HybridBinarizer,
  MultiFormatReader,
  RGBLuminanceSource,
} from '@zxing/library'

/** Returns the code in a picture; null: there is none. */
export type Decode = (picture: HTMLVideoElement | HTMLCanvasElement) => Promise<string | null>

const reader = new MultiFormatReader()
reader.setHints(
  new Map<DecodeHintType, unknown>([
    [
      DecodeHintType.POSSIBLE_FORMATS,
      [
        BarcodeFormat.QR_CODE,
        BarcodeFormat.CODE_128,
        BarcodeFormat.CODE_39,
        BarcodeFormat.DATA_MATRIX,
        BarcodeFormat.EAN_13,
        BarcodeFormat.ITF,
      ],
    ],
    [DecodeHintType.TRY_HARDER, true],
  ]),
)

/** Returns the code in an opaque RGBA picture; null: there is none. */
export function decodePixels(
  data: Uint8ClampedArray,
  width: number,
  height: number,
): string | null {
  const grey = new Uint8ClampedArray(width * height)
  for (let i = 0; i < grey.length; i++)
    grey[i] = ((data[4 * i] ?? 0) * 2 + (data[4 * i + 1] ?? 0) * 5 + (data[4 * i + 2] ?? 0)) >> 3
  try {
    return reader
      .decodeWithState(
        new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(grey, width, height))),
      )
      .getText()
  } catch {
    // the reader throws where there is no code, or only a part of one
    return null
  }
}

/** The width at which pictures are read: enough for a label at arm's length, and small enough to be read several times a second. */
const WIDTH = 800
let canvas: HTMLCanvasElement | null = null

export const decode: Decode = async picture => {
  const [w, h] =
    picture instanceof HTMLVideoElement
      ? [picture.videoWidth, picture.videoHeight]
      : [picture.width, picture.height]
  if (w === 0 || h === 0) return null
  canvas ??= document.createElement('canvas')
  canvas.width = Math.min(w, WIDTH)
  canvas.height = Math.round((h * canvas.width) / w)
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (pen === null) return null
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return decodePixels(
    pen.getImageData(0, 0, canvas.width, canvas.height).data,
    canvas.width,
    canvas.height,
  )
}
