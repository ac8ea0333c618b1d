// Copies a blueprint under a new name: what `npm run new` does, and the test that proves the blueprints.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const capital = word => word.charAt(0).toUpperCase() + word.slice(1)
const upper = word => word.toUpperCase()

/**
 * kind → the places of the blueprint and of its copies below `packages/`, the pattern of a name, and the words that are replaced. The name of a
 * feature contains its domain: `fleet/depots`.
 */
const kinds = {
  service: {
    below: 'features/src/services',
    blueprint: '_blueprint',
    name: /^[a-z][a-z0-9]+$/,
    words: name => {
      const kind = name.replace(/^eye/, '')
      return [
        ['Eyeexample', capital(name)],
        ['eyeexample', name],
        ['Example', capital(kind)],
        ['example', kind],
      ]
    },
  },
  feature: {
    below: 'features/src',
    blueprint: '_blueprints/room',
    name: /^[a-z]+\/[a-z][a-z0-9_]+s$/,
    words: (name, singular = name.slice(0, -1)) => [
      ['Examples', capital(name)],
      ['examples', name],
      ['Example', capital(singular)],
      ['example', singular],
    ],
  },
  protocol: {
    below: 'protocols/src',
    blueprint: '_blueprint',
    name: /^[a-z][a-z0-9]+$/,
    words: name => [
      ['EXAMPLE', upper(name)],
      ['Example', capital(name)],
      ['example', name],
    ],
  },
}
export const blueprints = Object.keys(kinds)

const filesBelow = dir =>
  readdirSync(dir, { withFileTypes: true }).flatMap(e =>
    e.isDirectory() ? filesBelow(join(dir, e.name)) : [join(dir, e.name)],
  )

const MINUTE = 60_000
/** The stamp of a moment: `20261130_0801`. */
const stampOf = moment =>
  moment.toISOString().slice(0, 16).replaceAll('-', '').replace('T', '_').replace(':', '')
const momentOf = stamp =>
  new Date(stamp.replace(/^(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:00Z'))

/** The stamp of the newest migration, '' when there is none. */
const newestStamp = packages =>
  filesBelow(join(packages, 'features/src'))
    .map(file => /[/\\]migrations[/\\](\d{8}_\d{4})_[^/\\]*\.sql$/.exec(file)?.[1] ?? '')
    .reduce((newest, stamp) => (stamp > newest ? stamp : newest), '')

/** The stamp of the moment, or the minute after the newest migration when that is later: migrations run in the order of their names. */
const stampAfter = (newest, now) =>
  newest < stampOf(now) ? stampOf(now) : stampOf(new Date(momentOf(newest).getTime() + MINUTE))

/** A service's kind of data is named after the service, and the name of a kind is unique. */
function refuseTakenKind(packages, kind) {
  const owner = filesBelow(join(packages, 'features/src')).find(
    file =>
      /[/\\](kinds|measures)\.ts$/.test(file) &&
      new RegExp(`\\b(reading\\(\\s*|kind: )'${kind}'`).test(readFileSync(file, 'utf8')),
  )
  if (owner !== undefined)
    throw new Error(
      `A kind ${kind} is there already: ${join('packages', relative(packages, owner))}`,
    )
}

/**
 * @param packages folder of the packages, into which the copy is made
 * @param now the moment of the copy, which gives the stamp of the migration (or the minute after the newest one, when that is later)
 * @returns the new files, relative to `packages`; throws an Error with one line for the person when the copy is impossible
 */
export function copyBlueprint(packages, kind, name, { now, singular, from = packages }) {
  const blueprint = kinds[kind]
  if (blueprint === undefined)
    throw new Error(`There is no blueprint ${kind}: ${blueprints.join(', ')}`)
  if (!blueprint.name.test(name ?? ''))
    throw new Error(
      `${kind}: the name is small letters and digits${kind === 'feature' ? ', in the plural' : ''}, as it stands in addresses`,
    )
  const target = join(packages, blueprint.below, name)
  if (existsSync(target))
    throw new Error(`${join('packages', blueprint.below, name)} is there already`)
  if (kind === 'service') refuseTakenKind(packages, name.replace(/^eye/, ''))
  const source = join(from, blueprint.below, blueprint.blueprint)
  const words = blueprint.words(name.split('/').at(-1), singular)
  const renamed = text => words.reduce((all, [word, to]) => all.replaceAll(word, to), text)
  const stamp = stampAfter(newestStamp(packages), now)
  return filesBelow(source)
    .filter(file => !(kind !== 'protocol' && file.endsWith('README.md')))
    .map(file => {
      const path = join(target, renamed(relative(source, file)).replace('20260101_0000', stamp))
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, renamed(readFileSync(file, 'utf8')))
      return relative(packages, path)
    })
}
