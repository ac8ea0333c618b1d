// Two kinds of test: node (pure, server, real PostgreSQL) and screens (jsdom).
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: ['packages/*/src/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['packages/platform/src/testing.setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'screens',
          include: ['packages/*/src/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['packages/ui/src/testing.setup.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
})
