// The web bundle.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: 'packages/app',
  plugins: [react()],
  worker: { format: 'es' },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // what every page loads is one file instead of eighty; the entry awaits the texts, whose files may not wait for it
            {
              name: 'start',
              tags: ['$initial'],
              test: /^(?!.*[\\/](main\.tsx|index\.html))/,
              priority: 2,
            },
            // an icon is a few hundred bytes: together they are less than their headers alone
            {
              name: 'icons',
              test: /icons-react/,
              includeDependenciesRecursively: false,
              priority: 1,
            },
          ],
        },
      },
    },
  },
})
