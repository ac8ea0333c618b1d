// The client as an npm package: code, types and a name, in the archive that npm installs from its address.
import { gzipSync } from 'node:zlib'
import { API } from '@flotta/core/contract.ts'
import type { OpenApi } from '../openapi.ts'
import { declarationsOf, type EventRecords } from './client-file.ts'
import { CLIENT_CODE, CLIENT_TYPES } from './runtime-plain.ts'

const NAME = 'flotta-client'
const README = `# ${NAME}

Calls the API of one installation of Flotta, and verifies the events of its web hooks. Made by that installation; after an upgrade install it again.

\`\`\`js
import { createClient } from '${NAME}'
const flotta = createClient({ url: 'https://flotta.example.com', token: process.env.TOKEN })
const { data } = await flotta('GET /vehicles')
\`\`\`
`
/** A version in the form that npm requires. */
const semver = (version: string): string =>
  /^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(version) ? version : '0.0.0'

export function clientPackage(document: OpenApi, events: EventRecords): Buffer {
  const about = {
    name: NAME,
    version: semver(document.info.version),
    description: 'The API of Flotta for JavaScript and TypeScript',
    license: 'Apache-2.0',
    type: 'module',
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    engines: { node: '>=20' },
  }
  return gzipSync(
    archive({
      'package.json': `${JSON.stringify(about, null, 2)}\n`,
      'index.js': `const API = '${API}'\n${CLIENT_CODE.trim()}\n`,
      'index.d.ts': [...declarationsOf(document, events), CLIENT_TYPES.trim(), ''].join('\n\n'),
      'README.md': README,
    }),
  )
}

const BLOCK = 512
/** A tar archive below the folder name that npm expects, without times, so that the same files give the same bytes. */
function archive(files: Readonly<Record<string, string>>): Buffer {
  const parts = Object.entries(files).flatMap(([name, text]) => {
    const content = Buffer.from(text)
    const rest = Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)
    return [headOf(`package/${name}`, content.length), content, rest]
  })
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)])
}
/** The header of a file. Numbers are octal; the checksum is computed with blanks in its own place. */
function headOf(name: string, size: number): Buffer {
  const head = Buffer.alloc(BLOCK)
  head.write(name)
  head.write(`0000644\0${'0000000\0'.repeat(2)}`, 100)
  head.write(`${size.toString(8).padStart(11, '0')}\0${'0'.repeat(11)}\0`, 124)
  head.write('        0', 148)
  head.write('ustar\x0000', 257)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return head
}
