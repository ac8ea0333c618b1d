// npm run build: the server bundle and the web bundle, the latter also compressed, so that the server only hands it out.
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { root, tool } from './lib.mjs'

const started = performance.now()
await Promise.all(
  ['web', 'server'].map(end =>
    tool('vite', 'vite', ['build', '--config', `vite.${end}.config.ts`, '--logLevel', 'warn']),
  ),
)
// the page of the API on which calls can be tried
const swagger = fileURLToPath(new URL('.', import.meta.resolve('swagger-ui-dist/package.json')))
const apiDocs = join(root, 'dist/web/api-docs')
for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE'])
  copyFileSync(join(swagger, name), join(apiDocs, name))

for (const assets of [join(root, 'dist/web/assets'), apiDocs]) compress(assets)
console.error(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s`)

/** @param {string} directory of files that are also handed out compressed */
function compress(directory) {
  for (const name of readdirSync(directory))
    if (/\.(js|css|mjs|svg|json)$/.test(name)) {
      const bytes = readFileSync(join(directory, name))
      writeFileSync(join(directory, `${name}.gz`), gzipSync(bytes, { level: 9 }))
      writeFileSync(
        join(directory, `${name}.br`),
        brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
      )
    }
}
