// Reads a PDF for tests with pdf.js: the pieces of text of each page, in the order in which they were written.
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

const require = createRequire(import.meta.url)
/**
 * It runs in a thread of its own, because pdf.js replaces parts of the language for old browsers (its JSON.parse accepts `{` as an object), and test files share a process.
 */
const READER = `
const { parentPort, workerData } = require('node:worker_threads')
import(workerData.library).then(async ({ getDocument }) => {
  const document = await getDocument({ data: workerData.bytes, useSystemFonts: false, verbosity: 0 }).promise
  const pages = []
  for (let n = 1; n <= document.numPages; n++) {
    const { items } = await (await document.getPage(n)).getTextContent()
    pages.push(items.flatMap(item => ('str' in item ? [item.str] : [])))
  }
  await document.destroy()
  parentPort.postMessage(pages)
})`

export async function piecesOfPdf(bytes: Uint8Array): Promise<string[][]> {
  const workerData = {
    library: require.resolve('pdfjs-dist/legacy/build/pdf.mjs'),
    bytes: new Uint8Array(bytes),
  }
  const reader = new Worker(READER, { eval: true, workerData })
  const [pages] = (await once(reader, 'message')) as [string[][]]
  await reader.terminate()
  return pages
}
