// npm run build: the server bundle and the web bundle, the latter also compressed, so that the server only hands it out.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { root, tool } from './lib.mjs'

const started = performance.now()
await Promise.all(
  ['web', 'server'].map(end =>
    tool('vite', 'vite', ['build', '--config', `vite.${end}.config.ts`, '--logLevel', 'warn']),
  ),
)
const assets = join(root, 'dist/web/assets')
for (const name of readdirSync(assets))
  if (/\.(js|css|mjs|svg|json)$/.test(name)) {
    const bytes = readFileSync(join(assets, name))
    writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }))
    writeFileSync(
      join(assets, `${name}.br`),
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    )
  }
console.error(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
