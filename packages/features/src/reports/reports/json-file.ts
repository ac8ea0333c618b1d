// The rows of a report for the viewer: packed JSON, written as it comes; the sheet of what it is about stands last.
import { createGzip } from 'node:zlib'
import type { Cell, Format, Item } from '@flotta/platform/report.ts'
import { type RowKind, VIEWER_ROWS } from './contract.ts'
import type { ReportFileStore } from './files.ts'
import { gapText, type ReportContext, type SheetHead, type Writer, writeChunk } from './writer.ts'

const CHUNK = 65_536

const jsonCell = (cell: Cell, format: Format): Cell =>
  typeof cell === 'number' && format === 'instant' ? new Date(cell).toISOString() : cell

export function jsonFile(told: ReportContext, parts: ReportFileStore): Writer {
  const packed = createGzip({ level: 4 })
  const done = parts.writeAll(packed)
  done.catch(error => packed.destroy(error as Error))
  let text = '{"data":{"sheets":['
  let cover = ''
  let sheets = 0
  let head: SheetHead | null = null
  let rows = 0
  let kinds: string[] = []
  const flush = async () => {
    const chunk = text
    text = ''
    await writeChunk(packed, chunk, done)
  }
  const put = (row: readonly Cell[], kind?: RowKind) => {
    if (rows++ >= VIEWER_ROWS) return
    if (kind !== undefined) kinds.push(`"${rows - 1}":"${kind}"`)
    text += `${rows === 1 ? '' : ','}${JSON.stringify(row)}`
  }
  const first = (said: string): Cell[] => [said, ...(head?.columns.slice(1).map(() => null) ?? [])]
  const cells = (row: readonly Cell[]) =>
    row.map((cell, i) => jsonCell(cell, head?.columns[i]?.format ?? 'text'))
  const write = (item: Item): void => {
    if ('row' in item) put(cells(item.row), item.marked === true ? 'marked' : undefined)
    else if ('heading' in item) {
      put(first(item.heading), 'heading')
      if (item.note !== undefined) put(first(item.note), 'note')
    } else if ('total' in item)
      put([told.words(item.label), ...cells(item.total).slice(1)], 'total')
    else if ('gap' in item) put(first(gapText(told, item.gap)), 'gap')
  }
  return {
    begin(next) {
      head = next
      rows = 0
      kinds = []
      // the cover is the first that is told and the last that is shown: it is short enough to wait
      if (next.intro.length > 0) {
        cover = text
        text = ''
      } else if (sheets++ > 0) text += ','
      text += `{"name":${JSON.stringify(next.name)},"columns":${JSON.stringify(next.columns.map(({ key, title, unit, format }) => ({ key, title, unit, format })))},"rows":[`
      for (const [label, value] of next.intro)
        put([label, value, ...next.columns.slice(2).map(() => null)], 'note')
    },
    item(item) {
      write(item)
      return text.length > CHUNK && head?.intro.length === 0 ? flush() : undefined
    },
    end() {
      text += `],"kinds":{${kinds.join(',')}},"total":${rows}}`
      if (head?.intro.length === 0) return
      ;[text, cover] = [cover, text]
    },
    async finish() {
      if (cover !== '') text += `${sheets > 0 ? ',' : ''}${cover}`
      text += ']}}'
      await flush()
      packed.end()
      await done
    },
    destroy: error => void packed.destroy(error),
  }
}
