// The server bundle: npm packages stay outside, @flotta/* is bundled so that import.meta.glob works.
import { defineConfig } from 'vite'

export default defineConfig({
  ssr: { noExternal: [/^@flotta\//] },
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
