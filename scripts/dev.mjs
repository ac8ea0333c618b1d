// npm run dev: both ends in one process, reloaded as you save; the web at http://localhost:5173.
import { createServer, createServerModuleRunner } from 'vite'
import { ensureInstalled, root } from './lib.mjs'

await ensureInstalled()
const vite = await createServer({
  configFile: `${root}/vite.web.config.ts`,
  server: {
    port: 5173,
    proxy: { '/api': `http://127.0.0.1:${process.env.FLOTTA_HTTP_PORT ?? 8080}` },
  },
})
await vite.listen()
vite.printUrls()
await createServerModuleRunner(vite.environments.ssr).import('/src/main.ts')
