// The fixed part of the client's package equals what the compiler makes of `runtime.ts`; `npm run client` writes it.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { CLIENT_RUNTIME } from './runtime.ts'

/** Code before the runtime in a client; it does not appear in the answer. */
const BEFORE = `const API = ''
export interface Schemas {}
export interface Calls {}
export type FlottaEvent = never
`
test('runtime-plain.ts is what the compiler makes of runtime.ts', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'flotta-runtime-'))
  const source = join(directory, 'index.ts')
  writeFileSync(source, BEFORE + CLIENT_RUNTIME)
  const require = createRequire(import.meta.url)
  const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc')
  const flags =
    '--declaration --noCheck --target es2022 --module esnext --moduleResolution bundler --lib es2022,dom,dom.iterable'
  spawnSync(process.execPath, [tsc, ...flags.split(' '), source], { cwd: directory })
  const emittedText = (name: string) => readFileSync(join(directory, name), 'utf8').trim()
  const code = emittedText('index.js').replace(/^const API = '';\n/, '')
  const types = emittedText('index.d.ts').slice(
    emittedText('index.d.ts').indexOf('/** A call that was refused'),
  )
  rmSync(directory, { recursive: true })
  await expect(
    `// The part of the client's package that is the same in every installation, as the compiler makes it of \`runtime.ts\`. Made by \`npm run client\`; do not edit it.

export const CLIENT_CODE = String.raw\`
${code}
\`

export const CLIENT_TYPES = \`
${types}
\`
`,
  ).toMatchFileSnapshot('./runtime-plain.ts')
})
