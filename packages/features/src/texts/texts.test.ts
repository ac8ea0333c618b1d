// Every used text exists in all four languages, and every existing text is used.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { Role } from '@flotta/core/contract.ts'
import { languages } from '@flotta/core/languages.ts'
import { problemStatus } from '@flotta/core/problem.ts'
import { describe, expect, test } from 'vitest'
import { alertDefinitions, alertWords, kindWords } from '../alerts/incidents/catalogue.ts'
import { VehicleSubtype, VehicleType } from '../fleet/vehicles/values.ts'
import { passwordFaults } from '../people/users/rules.ts'
import { namespaceOf, type TextTree } from './text-tree.ts'
import { loadSay, loadSignInTexts, loadTexts } from './texts.ts'

const root = join(import.meta.dirname, '../../../..')
const files = readdirSync(join(root, 'packages'), { recursive: true, encoding: 'utf8' }).filter(
  f => !/node_modules|features\/src\/(services\/)?_blueprint/.test(f),
)
const sources = files
  .filter(
    f =>
      /^\w+\/src\/.*\.tsx?$/.test(f) && !/\.test\.tsx?$/.test(f) && !/\/testing([^/]*$|\/)/.test(f),
  )
  .map(f => [f, readFileSync(join(root, 'packages', f), 'utf8')] as const)

const flat = (texts: TextTree, before = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${before}${key}`, value] as [string, string]]
      : flat(value, `${before}${key}.`),
  )
const texts = new Map(
  await Promise.all(
    languages.map(async language => [language, new Map(flat(await loadTexts(language)))] as const),
  ),
)
const italian = texts.get('it') ?? new Map<string, string>()
const PLURAL = /_(zero|one|two|few|many|other)$/
const exists = (key: string) => italian.has(key) || italian.has(`${key}_other`)
const namespaces = [...new Set([...italian.keys()].map(key => key.split('.')[0] ?? ''))]

/** Keys in places that only take text keys. */
const STRICT = [
  /\b(?:t|say)\(\s*'([^']+)'/g,
  /\b(?:t|say)\(\s*[^'`()]*?\?\s*'([^']+)'/g,
  /\b(?:t|say)\(\s*[^`()]*?:\s*'([^']+)'\s*[,)]/g,
  /\b(?:key|title):\s*'([a-z_]+\.[^']+)'/g,
  /\bnew Problem\(\s*'[a-z_]+',\s*'([^']+)'/g,
  /'((?:validation|api)\.[a-z_]+)'/g,
]
/** Template keys: `users.role.${role}` uses every key below its prefix. */
const TEMPLATE = new RegExp(`\`((?:${namespaces.join('|')})\\.[\\w.-]*)\\$\\{`, 'g')
const LITERAL = new RegExp(`['"\`]((?:${namespaces.join('|')})\\.[\\w.-]+)['"\`]`, 'g')
/** Services are named by their code: `${service}.title`. */
const OF_SERVICE = /`\$\{[^}`]+\}\.([\w.]+)`/g
const keysMatching = (pattern: RegExp) =>
  sources.flatMap(([file, text]) =>
    [...text.matchAll(pattern)].map(m => [m[1] ?? '', file] as const),
  )

const strict = STRICT.flatMap(keysMatching).filter(([key]) => /^[a-z_]+\.[\w.-]+$/.test(key))
const prefixes = [...new Set(keysMatching(TEMPLATE).map(([prefix]) => prefix))]
const serviceSpaces = files.flatMap(
  f => /^features\/src\/services\/(\w+)\/texts\/it\.json$/.exec(f)?.[1] ?? [],
)
const ofServices = new Set(
  keysMatching(OF_SERVICE).flatMap(([rest]) => serviceSpaces.map(space => `${space}.${rest}`)),
)
const literals = new Set([...keysMatching(LITERAL), ...strict].map(([key]) => key))

/** Each alert's, in the words of its owner. */
const ofAlerts = new Set(
  alertDefinitions.flatMap(d => [
    ...Object.values(alertWords(d)),
    ...(d.kinds ?? []).map(kind => kindWords(d, kind)),
  ]),
)

/** The values that the templates are filled with: each of them must have a text. */
const families: readonly (readonly [string, readonly string[]])[] = [
  ['api.', Object.keys(problemStatus)],
  ['users.role.', Role.options],
  ['validation.', passwordFaults('').map(key => key.slice('validation.'.length))],
  ['agreements.', ['current', 'ending', 'archived']],
  ['vehicles.type.', VehicleType.options],
  ['vehicles.subtype.', VehicleSubtype.options],
  ['ui.severity.', ['0', '1', '2']],
  ['ui.status.', ['0', '1', '2']],
]

test('sources and texts were read', () => {
  expect(sources.length).toBeGreaterThan(50)
  expect(italian.size).toBeGreaterThan(100)
  expect(literals.size).toBeGreaterThan(100)
})
test('every key that is used exists', () => {
  expect(strict.filter(([key]) => !exists(key)).map(([key, file]) => `${key} (${file})`)).toEqual(
    [],
  )
})
test('every alert has its name, its description and the words of its kinds', () => {
  expect([...ofAlerts].filter(key => !exists(key))).toEqual([])
})
test('every template has texts', () => {
  expect(
    prefixes.filter(prefix => ![...italian.keys()].some(key => key.startsWith(prefix))),
  ).toEqual([])
})
test.each(families.filter(([prefix]) => prefixes.includes(prefix)))(
  'every member of %s* has its text [users.9]',
  (prefix, members) => {
    expect(members.filter(member => !exists(prefix + member))).toEqual([])
  },
)
test('every key that exists is used', () => {
  // `api.` and `validation.` are chosen by code (`api.${code}`, wordsOf): their members are listed above or stand in core as literals.
  const used = (key: string) =>
    literals.has(key) ||
    ofServices.has(key) ||
    ofAlerts.has(key) ||
    literals.has(key.replace(PLURAL, '')) ||
    prefixes.some(prefix => !/^\w+\.$/.test(prefix) && key.startsWith(prefix)) ||
    families.some(
      ([prefix, members]) => prefixes.includes(prefix) && members.some(m => prefix + m === key),
    )
  expect([...italian.keys()].filter(key => !used(key))).toEqual([])
})
test.each(languages)(
  '%s has every key, none empty, with the same variables [general.3]',
  language => {
    const translations = texts.get(language) ?? new Map<string, string>()
    expect(
      [...italian.keys()].filter(key => !translations.has(key)).map(key => `missing ${key}`),
    ).toEqual([])
    expect(
      [...translations.keys()].filter(key => !italian.has(key)).map(key => `only here ${key}`),
    ).toEqual([])
    expect([...translations].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual(
      [],
    )
    const variables = (text: string) =>
      [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(m => m[1]))].sort().join()
    expect(
      [...translations]
        .filter(([key, text]) => variables(text) !== variables(italian.get(key) ?? ''))
        .map(([key]) => key),
    ).toEqual([])
  },
)
test('a vehicle has one word in Italian: mezzo', () => {
  expect([...italian].filter(([, text]) => /veicol/i.test(text)).map(([key]) => key)).toEqual([])
})
test('every text file lies in a folder of its own name', () => {
  const paths = files.filter(f => /\/texts\/it\.json$/.test(f))
  const spaces = paths.map(namespaceOf)
  expect(new Set(spaces).size).toBe(spaces.length)
  expect(
    paths
      .flatMap(p => languages.map(l => p.replace(/it\.json$/, `${l}.json`)))
      .filter(p => !existsSync(join(root, 'packages', p))),
  ).toEqual([])
})
test('the server says sentences with their values and plurals, in Italian where a language is silent', async () => {
  const say = await loadSay()
  expect(say('de', { key: 'validation.max', values: { maximum: '5' } })).toBe(
    'Der Höchstwert ist 5',
  )
  expect(say('en', { key: 'api.wait', values: { count: 1 } })).toBe(
    'Too many requests: try again in 1 second.',
  )
  expect(say('it', { key: 'api.wait', values: { count: 30 } })).toBe(
    'Troppe richieste: riprova tra 30 secondi.',
  )
  expect(say('it', { key: 'api.wait', values: { count: 2_000 } })).toBe(
    'Troppe richieste: riprova tra 2.000 secondi.',
  )
  expect(say('en', { key: 'no.such.text' })).toBe('no.such.text')
})

describe('the texts of the sign-in pages', () => {
  /** The files of these pages, and all that they load at some time; not the list of screens, which names those of other pages. */
  const pageFiles = () => {
    const pages = new Set<string>()
    const add = (file: string): void => {
      if (pages.has(file) || file === 'features/src/screens.ts') return
      pages.add(file)
      for (const imported of importsOf(file)) add(imported)
    }
    const screensText = textOf.get('features/src/screens.ts') ?? ''
    for (const [, path = ''] of screensText.matchAll(
      /signInTexts: true,\s+load: \(\) => import\('\.\/([^']+)'/g,
    ))
      add(`features/src/${path}`)
    for (const file of ['Root.tsx', 'StartFailed.tsx', 'LoadingScreen.tsx'])
      add(`app/src/web/${file}`)
    return pages
  }
  const textOf = new Map(sources)
  const importsOf = (file: string): string[] =>
    [
      ...(textOf.get(file) ?? '').matchAll(
        /^(?!import type).*(?:from|import\()\s*'([^']+\.tsx?)'/gm,
      ),
    ]
      .map(([, path = '']) =>
        path.startsWith('.')
          ? posix.join(posix.dirname(file), path)
          : path.replace(/^@flotta\/(\w+)\//, '$1/src/'),
      )
      .filter(path => textOf.has(path))

  test('have every text that these pages name, as a part of all texts [navigation.81]', async () => {
    const signInTexts = await loadSignInTexts('it')
    const keys = [...pageFiles()].flatMap(file =>
      [...withoutComments(textOf.get(file)).matchAll(LITERAL)].map(
        ([, key = '']) => [key, file] as const,
      ),
    )
    expect(keys.length).toBeGreaterThan(100)
    expect(keys.filter(([key]) => exists(key) && !(namespaceOfKey(key) in signInTexts))).toEqual([])
  })
  test.each(languages)(
    'are a part of all texts in %s, and a quarter of them at most',
    async language => {
      const [signInTexts, all] = [await loadSignInTexts(language), await loadTexts(language)]
      expect(all).toMatchObject(signInTexts)
      expect(JSON.stringify(signInTexts).length).toBeLessThan(JSON.stringify(all).length / 4)
    },
  )
})
const namespaceOfKey = (key: string): string => key.split('.')[0] ?? ''
const withoutComments = (text = ''): string => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
