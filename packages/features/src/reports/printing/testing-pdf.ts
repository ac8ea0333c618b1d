// Reads a PDF for tests: the size of each page in mm, and the text on it, decoded by the fonts' glyph maps.
import { inflateSync } from 'node:zlib'

export interface PdfPage {
  readonly width: number
  readonly height: number
  readonly text: string
}

const MM = 25.4 / 72
const hex = (digits: string): string =>
  String.fromCodePoint(...(digits.match(/.{4}/g) ?? []).map(unit => Number.parseInt(unit, 16)))

/** Reads the files that pdfkit writes: plain objects, compressed streams, texts as hexadecimal glyphs. */
export function readPdf(bytes: Uint8Array): PdfPage[] {
  const raw = Buffer.from(bytes).toString('latin1')
  const objects = new Map<string, string>()
  for (const [, id = '', body = ''] of raw.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g))
    objects.set(id, body)
  const streamOf = (id: string | undefined): string => {
    const body = objects.get(id ?? '') ?? ''
    const from = body.indexOf('stream\n') + 7
    const data = Buffer.from(body.slice(from, body.lastIndexOf('\nendstream')), 'latin1')
    return (body.includes('/FlateDecode') ? inflateSync(data) : data).toString('latin1')
  }
  const lettersOf = (font: string): Map<string, string> => {
    const letters = new Map<string, string>()
    const map = streamOf(/\/ToUnicode (\d+) 0 R/.exec(objects.get(font) ?? '')?.[1])
    for (const [, first = '', list = ''] of map.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g))
      for (const [i, [, unicode = '']] of [...list.matchAll(/<(\w+)>/g)].entries())
        letters.set((Number.parseInt(first, 16) + i).toString(16).padStart(4, '0'), hex(unicode))
    return letters
  }
  return [...objects.values()].flatMap(page => {
    const [, bottom = 0, width = 0, top = 0] =
      /\/MediaBox \[0 ([\d.]+) ([\d.]+) ([\d.]+)\]/.exec(page) ?? []
    if (!/\/Type \/Page\b/.test(page)) return []
    const resources = objects.get(/\/Resources (\d+) 0 R/.exec(page)?.[1] ?? '') ?? ''
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [
        name,
        lettersOf(id),
      ]),
    )
    let letters = new Map<string, string>()
    const pieces: string[] = []
    for (const [, font, texts] of streamOf(/\/Contents (\d+) 0 R/.exec(page)?.[1]).matchAll(
      /\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g,
    )) {
      if (font !== undefined) letters = fonts.get(font) ?? new Map()
      else
        pieces.push(
          [...(texts ?? '').matchAll(/<(\w*)>/g)]
            .map(([, glyphs = '']) =>
              (glyphs.match(/.{4}/g) ?? []).map(g => letters.get(g.toLowerCase()) ?? '?').join(''),
            )
            .join(''),
        )
    }
    return [
      {
        width: Number(width) * MM,
        height: (Number(top) - Number(bottom)) * MM,
        text: pieces.join('\n'),
      },
    ]
  })
}
