// Two kinds of test: node (pure, server, real PostgreSQL) and screens (jsdom).
import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // one core less than there are would leave one of two idle: most tests wait for the database
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'node',
          include: ['packages/*/src/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['packages/platform/src/testing.setup.ts'],
          // what is waited for may take as long as a busy machine needs; how fast things are is the benches' matter
          testTimeout: 120_000,
          hookTimeout: 180_000,
          setupFiles: ['packages/platform/src/testing.patience.ts'],
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'screens',
          include: ['packages/*/src/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['packages/ui/src/testing.setup.ts'],
          testTimeout: 120_000,
        },
      },
    ],
  },
})
