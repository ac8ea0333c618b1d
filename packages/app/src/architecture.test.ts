// The architecture as a test: who may import whom, no circles, every rule with its table, vehicles read in one place. Types count too.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const texts = readTexts()
const sources = new Map(
  [...texts].filter(([file]) => !isTest(file)).map(([file, text]) => [file, importsOf(file, text)]),
)
/** What each file finds by its folder: `import.meta.glob` imports as much as a line does that names its file. */
const finds = new Map(
  [...texts].filter(([file]) => !isTest(file)).map(([file, text]) => [file, foundBy(file, text)]),
)
const reached = new Map(
  [...sources].map(([file, tos]) => [file, [...tos, ...(finds.get(file) ?? [])]]),
)

const below: Readonly<Record<string, readonly string[]>> = {
  core: [],
  protocols: ['core'],
  platform: ['core'],
  ui: ['core'],
  features: ['core', 'platform', 'ui'],
  app: ['core', 'protocols', 'platform', 'ui', 'features'],
}
const isScreen = (f: string) => /\/web\/|\.tsx$|\/screens\.ts$/.test(f)
const isPure = (f: string) =>
  /\/(contract|rules|services?|overview|derive|alerts|catalogue|about|kinds)\.ts$/.test(f)
const isServer = (f: string) =>
  packageOf(f) === 'platform' ||
  /\/(server|queries|settle|facts|jobs|figures|cli|tables|report)\.ts$/.test(f)

const arrows: readonly (readonly [string, (from: string, to: string) => boolean])[] = [
  [
    'a package imports only what stands below it',
    (from, to) =>
      packageOf(to) === packageOf(from) ||
      (below[packageOf(from)]?.includes(packageOf(to)) ?? false),
  ],
  ['screens know no server', (from, to) => !(isScreen(from) && isServer(to))],
  [
    'the server of a feature knows no screen',
    (from, to) =>
      isScreen(from) || packageOf(from) !== 'features' || !(packageOf(to) === 'ui' || isScreen(to)),
  ],
  [
    'contracts, rules and derivations are pure',
    (from, to) =>
      !(isPure(from) && packageOf(from) === 'features') || packageOf(to) === 'core' || isPure(to),
  ],
]
test.each(arrows)('%s', (_, allowed) => {
  expect(
    [...sources].flatMap(([from, tos]) =>
      tos.filter(to => !allowed(from, to)).map(to => `${from} → ${to}`),
    ),
  ).toEqual([])
})

test('no file imports itself in a circle, not by what it finds either', () =>
  expect(circles(reached)).toEqual([]))
test('no feature imports itself in a circle', () => expect(circles(byFeature(sources))).toEqual([]))
test('what is found by its folder leads back into no feature that asks for it', () => {
  // a feature may find what others say of themselves (alerts, derivations, panels) and be used by them otherwise: what they say stands below it
  const askers = (finder: string) =>
    new Set(
      [finder, ...[...sources].filter(([, tos]) => tos.includes(finder)).map(([file]) => file)].map(
        featureOf,
      ),
    )
  const back = [...finds].flatMap(([finder, found]) => {
    const asking = askers(finder)
    return found.flatMap(leaf => {
      const own = featureOf(leaf)
      const way = wayTo(
        leaf,
        file =>
          featureOf(file) !== undefined && featureOf(file) !== own && asking.has(featureOf(file)),
      )
      return way === null ? [] : [`${finder} finds ${way.join(' → ')}`]
    })
  })
  expect(back).toEqual([])
})
test('folders were searched', () => {
  const found = (pattern: RegExp) =>
    [...finds].filter(([, tos]) => tos.some(to => pattern.test(to))).map(([file]) => file)
  for (const leaf of [
    'alerts',
    'derive',
    'settle',
    'facts',
    'kinds',
    'service',
    'server',
    'contract',
    'protocol',
  ])
    expect([leaf, found(new RegExp(`/${leaf}\\.ts$`)).length]).toEqual([leaf, 1])
})

test('every rule, derivation and decoder has its table', () => {
  const table = (f: string) =>
    f.endsWith('/decode.ts') ? join(dirname(f), 'frames.test.ts') : f.replace(/\.ts$/, '.test.ts')
  expect(
    [...sources.keys()].filter(
      f =>
        /\/(rules|derive|decode)\.ts$/.test(f) &&
        !/_blueprint/.test(f) &&
        !existsSync(join(root, table(f))),
    ),
  ).toEqual([])
})

test('vehicles are read through their access alone', () => {
  // what answers a customer joins the vehicles that access/vehicles.ts says it sees, or takes a vehicle that it has let through;
  // the provider's command line, the demo, devices, the pipeline with what it knows of vehicles, and what repeats for all customers stand outside of tenants
  const outside = /\/(access|demo|telemetry|devices)\/|\/(cli|jobs|facts)\.ts$/
  const reads = /(selectFrom|innerJoin|leftJoin)\('vehicles( as \w+)?'|\b(from|join)\s+vehicles\b/i
  const through = /\bseenVehicles\(|\b(VisibleVehicle|OwnVehicle)\b/
  expect(
    [...texts]
      .filter(
        ([f, text]) =>
          packageOf(f) === 'features' &&
          !isTest(f) &&
          !/testing\.ts$/.test(f) &&
          !outside.test(f) &&
          reads.test(text) &&
          !through.test(text),
      )
      .map(([f]) => f),
  ).toEqual([])
})

test('pure code asks no clock and no chance', () => {
  const impure = /new Date\(\)|Date\.now\(|Math\.random\(|performance\.now\(/
  expect(
    [...texts]
      .filter(
        ([f, text]) =>
          !isTest(f) && (isPure(f) || packageOf(f) === 'protocols') && impure.test(text),
      )
      .map(([f]) => f),
  ).toEqual([])
})

test('no error of the compiler is waved through', () => {
  expect(
    [...texts]
      .filter(
        ([f, text]) =>
          f !== 'packages/app/src/architecture.test.ts' &&
          /@ts-(ignore|expect-error|nocheck)/.test(text),
      )
      .map(([f]) => f),
  ).toEqual([])
})

test('every file opens with one sentence of what it is', () => {
  expect(
    [...texts]
      .filter(([f, text]) => !isTest(f) && !text.startsWith('//') && !text.startsWith('/*'))
      .map(([f]) => f),
  ).toEqual([])
})

test('numbers and days are typed into the product’s own fields', () => {
  // the library's own read what is typed as no reader means it
  const bare = /import \{[^}]*\b(NumberInput|DateInput)\b[^}]*\} from '@mantine\//
  expect(
    [...texts]
      .filter(([f, text]) => !/\/(NumberField|DayInput)\.tsx$/.test(f) && bare.test(text))
      .map(([f]) => f),
  ).toEqual([])
})

test('where the API stands is said once', () => {
  const said = /^(?!\s*(\/\/|\/?\*)).*['"`]\/api\/v1/m
  expect(
    [...texts]
      .filter(
        ([f, text]) =>
          !isTest(f) &&
          !/\/bench\/|\/testing\.tsx$|core\/src\/contract\.ts$/.test(f) &&
          said.test(text),
      )
      .map(([f]) => f),
  ).toEqual([])
})

test('every source was read', () => expect(sources.size).toBeGreaterThan(60))

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file)
}
function packageOf(file: string): string {
  return file.split('/')[1] ?? ''
}
/** A feature, or a service, by its folder; the files between them belong to none. */
function featureOf(file: string): string | undefined {
  return /^packages\/features\/src\/(services\/[\w-]+|(?!services\/)\w+)\//.exec(file)?.[1]
}
function byFeature(graph: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const features = new Map<string, string[]>()
  for (const [from, tos] of graph) {
    const a = featureOf(from)
    if (a)
      features.set(a, [
        ...(features.get(a) ?? []),
        ...tos.map(featureOf).filter((b): b is string => b !== undefined && b !== a),
      ])
  }
  return features
}
/** The shortest way of imports from a file to one that is looked for; null: there is none. */
function wayTo(start: string, wanted: (file: string) => boolean): string[] | null {
  const seen = new Set([start])
  for (let ways: string[][] = [[start]]; ways.length > 0; ) {
    const next: string[][] = []
    for (const way of ways)
      for (const file of sources.get(way.at(-1) ?? '') ?? []) {
        if (wanted(file)) return [...way, file]
        if (!seen.has(file)) next.push([...way, file])
        seen.add(file)
      }
    ways = next
  }
  return null
}
function circles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = []
  const state = new Map<string, 'open' | 'done'>()
  const visit = (node: string, path: readonly string[]) => {
    if (state.get(node) === 'done') return
    if (state.get(node) === 'open') {
      found.push([...path.slice(path.indexOf(node)), node].join(' → '))
      return
    }
    state.set(node, 'open')
    for (const next of graph.get(node) ?? []) visit(next, [...path, node])
    state.set(node, 'done')
  }
  for (const node of graph.keys()) visit(node, [])
  return found
}
function readTexts(): Map<string, string> {
  const files = readdirSync(join(root, 'packages'), { recursive: true, encoding: 'utf8' })
    .filter(f => /^\w+\/src\/.*\.tsx?$/.test(f) && !f.includes('node_modules'))
    .map(f => `packages/${f}`)
    .sort()
  return new Map(files.map(file => [file, readFileSync(join(root, file), 'utf8')]))
}
function importsOf(file: string, text: string): string[] {
  const specifiers = [...text.matchAll(/(?:from|import\(?)\s*'([^']+)'/g)].map(m => m[1] ?? '')
  return specifiers.flatMap(s => {
    const path = s.startsWith('.')
      ? relative(root, join(root, dirname(file), s))
      : s.replace(/^@flotta\/(\w+)\//, 'packages/$1/src/')
    return path.startsWith('packages/') && existsSync(join(root, path)) && /\.tsx?$/.test(path)
      ? [path]
      : []
  })
}
function foundBy(file: string, text: string): string[] {
  const calls = [...text.matchAll(/import\.meta\.glob(?:<[^(]*>)?\(([^{)]*)/g)]
  const patterns = calls.flatMap(([, said = '']) =>
    [...said.matchAll(/'([^']+)'/g)].map(([, pattern = '']) =>
      relative(root, join(root, dirname(file), pattern)),
    ),
  )
  const parts: Readonly<Record<string, string>> = { '**/': '(?:.+/)?', '*': '[^/]*', '.': '\\.' }
  const found = patterns.map(
    p => new RegExp(`^${p.replace(/\*\*\/|\*|\./g, part => parts[part] ?? part)}$`),
  )
  return [...texts.keys()].filter(f => f !== file && !isTest(f) && found.some(p => p.test(f)))
}
