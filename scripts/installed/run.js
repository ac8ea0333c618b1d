// The program `flotta` once a supported Node is found: `start` runs the server, everything else is the provider's command line. Both belong to the
// installation that contains this file.
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')

const load = file => import(pathToFileURL(join(__dirname, file)).href)

async function main([command, ...rest]) {
  process.env.NODE_ENV ??= 'production'
  if (command === 'start' && rest.length === 0) {
    const { lead } = await load('lead.mjs')
    process.exitCode = await lead(join(__dirname, '../dist/server/main.js'))
    return
  }
  if (command === undefined || command === '--help')
    process.stdout.write(
      'flotta start\n  runs the server; settings come from the environment, docs/operate.md tells them\n\n',
    )
  await load('../dist/server/cli.js')
}
main(process.argv.slice(2)).catch(error => {
  console.error(error)
  process.exitCode = 1
})
