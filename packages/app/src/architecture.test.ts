// The architecture as a test: which file may import which, no circles, every rule with its table, vehicles read in one place. Imports of types count
// too.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const texts = readTexts()
const sources = new Map(
  [...texts].filter(([file]) => !isTest(file)).map(([file, text]) => [file, importsOf(file, text)]),
)
/** The files that each file finds by their folder: `import.meta.glob` counts as an import. */
const finds = new Map(
  [...texts].filter(([file]) => !isTest(file)).map(([file, text]) => [file, foundBy(file, text)]),
)
const reachableFiles = new Map(
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
  /\/(contract|rules|services?|overview|boards?|derive(?:-(?!batch)[a-z-]+)?|area-index|burning|orders|private-pieces|shown-values|shape|alerts|catalogue|about|kinds|measures|values)\.ts$/.test(
    f,
  )
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
    'the address of a screen loads no contract, as all addresses are loaded before the sign-in',
    (from, to) =>
      !/\/web\/address\.ts$/.test(from) || !/\/contract\.ts$/.test(to) || packageOf(to) === 'core',
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

test('no file imports itself in a circle, also counting the files that it finds by folder', () =>
  expect(circles(reachableFiles)).toEqual([]))
test('no room imports itself in a circle, screens aside', () => {
  // A screen is composed of many features, so only circles among its files are refused, by the test above.
  const servers = [...sources].filter(([file]) => !isScreen(file))
  expect(
    circles(byRoom(new Map(servers.map(([file, tos]) => [file, tos.filter(to => !isScreen(to))])))),
  ).toEqual([])
})

/** The domains of the product, each after those that it may import. */
const domains = [
  'house',
  'places',
  'people',
  'fleet',
  'telemetry',
  'alerts',
  'costs',
  'services',
  'reports',
  'map',
  'integrations',
  'portal',
  'provider',
]
/** Files that import a domain above their own nevertheless, and why. */
const upwards: Readonly<Record<'servers' | 'screens', Readonly<Record<string, string>>>> = {
  servers: {
    'fleet → alerts': 'the list of vehicles filters by open incidents',
    'fleet → telemetry': 'a report of driving asks for trips; the command line lists devices',
    'integrations → portal': 'the global search is one of the tools of a language model',
    'services → map': 'directions shows the planned trips of a vehicle',
    'telemetry → services': 'the list of devices shows their supply',
  },
  screens: {
    'alerts → map': 'the list of alerts and that of vehicles filter by the fleets of the map',
    'costs → reports': 'a report is asked for where its data are shown',
    'fleet → integrations':
      'the links that show positions to others stand beside the log of who looked',
    'fleet → map': 'the page of a vehicle shows it on the map',
    'fleet → reports': 'a report is asked for where its data are shown',
    'fleet → services': 'the table of vehicles shows kilometres and levels of tanks',
    'fleet → telemetry': 'a new tracker is wired where it is checked',
    'people → integrations': 'the link of the own calendar stands in the own account',
    'people → reports': 'the secret of one-time codes is shown as a QR code',
    'people → portal': 'pages before the sign-in show the brand',
    'places → people': 'places and the base map are asked for with what the session allows',
    'services → integrations': 'a vehicle is shared with others where its position is shown',
    'services → map': 'a panel stands beside the map and moves it',
    'services → portal': 'a service that is not there shows the page of unknown addresses',
    'services → reports': 'a report is asked for where its data are shown',
  },
}
test('every room stands in a domain of the list', () => {
  const rooms = new Set([...sources.keys()].map(roomOf).filter(room => room !== undefined))
  expect([...new Set([...rooms].map(domainOf))].sort()).toEqual([...domains, '_blueprints'].sort())
})
test.each(['servers', 'screens'] as const)('a domain imports those below it: %s', side => {
  const climbs = new Map<string, string[]>()
  for (const [from, tos] of sources) {
    const [domain, screen] = [domainOf(roomOf(from)), isScreen(from)]
    // The data of the demo company and helpers of tests may import anything.
    if (
      domain === undefined ||
      screen !== (side === 'screens') ||
      /\/(demo|testing[\w-]*)\.tsx?$/.test(from)
    )
      continue
    for (const to of tos) {
      const otherDomain = domainOf(roomOf(to))
      if (otherDomain === undefined || domains.indexOf(otherDomain) <= domains.indexOf(domain))
        continue
      const arrow = `${domain} → ${otherDomain}`
      climbs.set(arrow, [...(climbs.get(arrow) ?? []), `${from} → ${to}`])
    }
  }
  expect(
    [...climbs]
      .filter(([arrow]) => upwards[side][arrow] === undefined)
      .flatMap(([, files]) => files),
  ).toEqual([])
  expect(
    Object.keys(upwards[side]).filter(arrow => !climbs.has(arrow)),
    'is not needed any more',
  ).toEqual([])
})
test('a file that is found by its folder imports no room that uses the finder', () => {
  // A feature may find what others declare (alerts, derivations, panels), and those may import the feature elsewhere, but not in the declarations.
  const askers = (finder: string) =>
    new Set(
      [finder, ...[...sources].filter(([, tos]) => tos.includes(finder)).map(([file]) => file)].map(
        roomOf,
      ),
    )
  const back = [...finds].flatMap(([finder, found]) => {
    const asking = askers(finder)
    return found.flatMap(leaf => {
      const ownRoom = roomOf(leaf)
      const way = wayTo(
        leaf,
        file => roomOf(file) !== undefined && roomOf(file) !== ownRoom && asking.has(roomOf(file)),
      )
      return way === null ? [] : [`${finder} finds ${way.join(' → ')}`]
    })
  })
  expect(back).toEqual([])
})
test('folders were searched', () => {
  const findersOf = (pattern: RegExp) =>
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
    expect([leaf, findersOf(new RegExp(`/${leaf}\\.ts$`)).length]).toEqual([leaf, 1])
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
  // Queries for a customer join the visible vehicles of fleet/access/vehicles.ts, or their open incidents, or take a vehicle that it has checked.
  // Not limited to a customer are the private times on which that access rests, the provider's commands and calls, the demo, devices, the pipeline
  // with its registry, and jobs for all customers.
  const outside =
    /\/(access|demo|pipeline|registry|devices|provider)\/|\/(cli|jobs|facts|agreements\/records|private-times)\.ts$/
  const reads = /(selectFrom|innerJoin|leftJoin)\('vehicles( as \w+)?'|\b(from|join)\s+vehicles\b/i
  const through = /\b(visibleVehiclesSql|openIncidents)\(|\b(VisibleVehicle|OwnVehicle)\b/
  expect(
    [...texts]
      .filter(
        ([f, text]) =>
          packageOf(f) === 'features' &&
          !isTest(f) &&
          !/\/testing(\.ts$|\/)/.test(f) &&
          !outside.test(f) &&
          reads.test(text) &&
          !through.test(text),
      )
      .map(([f]) => f),
  ).toEqual([])
})

test('positions are read by their one reader, which knows rows and packed days [telemetry.71]', () => {
  const reader = /^packages\/features\/src\/telemetry\/(packs\/|pipeline\/positions\.ts$)/
  const touched = [...texts].filter(
    ([file, text]) =>
      !isTest(file) &&
      !/\/(bench\/|testing)/.test(file) &&
      !reader.test(file) &&
      /\b(?:from|join|into|update|using)\s+(?:only\s+)?(?:positions|position_packs)\b(?!')/i.test(
        text.replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '').replace(/^import .*$/gm, ''),
      ),
  )
  expect(touched.map(([file]) => file)).toEqual([])
})
test('readings are read where rows and packed days are known, or from what PostgreSQL merges [telemetry.71]', () => {
  const reader =
    /^packages\/features\/src\/(telemetry\/(packs|retention)\/|telemetry\/pipeline\/settle\.ts$|integrations\/feed\/rows\.ts$|map\/live\/queries\.ts$)/
  const touched = [...texts].filter(
    ([file, text]) =>
      !isTest(file) &&
      !/\/(bench\/|faults\/|testing)/.test(file) &&
      !reader.test(file) &&
      /\b(?:from|join|into|update|using)\s+(?:only\s+)?(?:readings|reading_packs)\b(?!')|From\('readings'\)/i.test(
        text.replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '').replace(/^import .*$/gm, ''),
      ),
  )
  expect(touched.map(([file]) => file)).toEqual([])
})
test('pure code reads neither a clock nor chance', () => {
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

test('no error of the compiler is silenced', () => {
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

test('no test puts another module in the place of one: tests of a worker share what they import, so it would hang on their order', () => {
  expect(
    [...texts]
      .filter(([f, text]) => isTest(f) && /\bvi\.(?:mock|doMock)\(/.test(text))
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

/** Names that do not say what they name: pronouns, participles and pictures. */
const RIDDLES = new Set(
  (
    'told kept known held asked said made given taken found seen shown heard left own of chosen written read sent put ' +
    'meant spoken drawn gone done paid lost begun brought come forgotten hidden laid understood same other whose ' +
    'such both either whole unmade unheard untold unknown unseen ear ears desk sleep guests ' +
    'mouth hand hands nothing something somebody'
  ).split(' '),
)
/** Nouns that end like a participle. */
const NOUNS_IN_ED = new Set(['speed', 'need', 'seed', 'feed', 'embed', 'red'])
const isRiddle = (name: string): boolean => {
  const word = name.toLowerCase()
  return (
    /^[A-Z]?[a-z]+$/.test(name) &&
    (RIDDLES.has(word) || (/..ed$/.test(word) && !NOUNS_IN_ED.has(word)))
  )
}
test('what stands at the top of a file has a name of the field or of the craft', () => {
  const DECLARATION =
    /^(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|type|interface|class|enum) (\w+)/gm
  const riddles = [...texts].flatMap(([file, text]) =>
    isTest(file)
      ? []
      : [...text.matchAll(DECLARATION)]
          .map(([, name = '']) => name)
          .filter(isRiddle)
          .map(name => `${file}: ${name}`),
  )
  expect(riddles).toEqual([])
})
/** Largest number of local declarations with a forbidden name. It is lowered, never raised. */
const MOST_LOCAL_RIDDLES = { product: 2, tests: 0 }
test.each(['product', 'tests'] as const)(
  'what is declared within a function has a name of the field or of the craft too: %s',
  side => {
    const LOCAL = /^\s+(?:const|let) (\w+)\b|\b(?:const|let) (\w+) of\b/gm
    const riddles = [...texts].flatMap(([file, text]) =>
      isTest(file) !== (side === 'tests')
        ? []
        : [...text.matchAll(LOCAL)]
            .map(([, local, element = '']) => local ?? element)
            .filter(name => RIDDLES.has(name))
            .map(name => `${file}: ${name}`),
    )
    if (riddles.length > MOST_LOCAL_RIDDLES[side]) expect(riddles).toEqual([])
  },
)
test('comments cite the specification of this house, by its ids', () => {
  const elsewhere = [...texts].flatMap(([file, text]) =>
    [...text.matchAll(/\b[PSD] ?§.*|\bdecisions? \d+.*|\((?:P|S|D) [0-9a-z].*/g)].map(
      ([citation]) => `${file}: ${citation}`,
    ),
  )
  expect(elsewhere).toEqual([])
})
test('numbers and days are typed into the product’s own fields', () => {
  // The library's own fields misread numbers and days in the notation that people here use.
  const bare = /import \{[^}]*\b(NumberInput|DateInput)\b[^}]*\} from '@mantine\//
  expect(
    [...texts]
      .filter(([f, text]) => !/\/(NumberField|DayInput)\.tsx$/.test(f) && bare.test(text))
      .map(([f]) => f),
  ).toEqual([])
})

test('the address of the API is written once', () => {
  const address = /^(?!\s*(\/\/|\/?\*)).*['"`]\/api\/v1/m
  expect(
    [...texts]
      .filter(
        ([f, text]) =>
          !isTest(f) &&
          !/\/bench\/|\/testing\.tsx$|core\/src\/contract\.ts$/.test(f) &&
          address.test(text),
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
/** The feature of a file, as `fleet/vehicles`; undefined for files outside of features. */
function roomOf(file: string): string | undefined {
  return /^packages\/features\/src\/([\w-]+\/[\w-]+)\//.exec(file)?.[1]
}
/** `fleet` of `fleet/vehicles`. */
function domainOf(room: string | undefined): string | undefined {
  return room?.split('/')[0]
}
function byRoom(graph: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const rooms = new Map<string, string[]>()
  for (const [from, tos] of graph) {
    const a = roomOf(from)
    if (a)
      rooms.set(a, [
        ...(rooms.get(a) ?? []),
        ...tos.map(roomOf).filter((b): b is string => b !== undefined && b !== a),
      ])
  }
  return rooms
}
/** The shortest chain of imports from a file to one that matches; null: there is none. */
function wayTo(start: string, wanted: (file: string) => boolean): string[] | null {
  const visited = new Set([start])
  for (let ways: string[][] = [[start]]; ways.length > 0; ) {
    const next: string[][] = []
    for (const way of ways)
      for (const file of sources.get(way.at(-1) ?? '') ?? []) {
        if (wanted(file)) return [...way, file]
        if (!visited.has(file)) next.push([...way, file])
        visited.add(file)
      }
    ways = next
  }
  return null
}
function circles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const paths: string[] = []
  const state = new Map<string, 'open' | 'done'>()
  const visit = (node: string, path: readonly string[]) => {
    if (state.get(node) === 'done') return
    if (state.get(node) === 'open') {
      paths.push([...path.slice(path.indexOf(node)), node].join(' → '))
      return
    }
    state.set(node, 'open')
    for (const next of graph.get(node) ?? []) visit(next, [...path, node])
    state.set(node, 'done')
  }
  for (const node of graph.keys()) visit(node, [])
  return paths
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
  const matchers = patterns.map(
    p => new RegExp(`^${p.replace(/\*\*\/|\*|\./g, part => parts[part] ?? part)}$`),
  )
  return [...texts.keys()].filter(f => f !== file && !isTest(f) && matchers.some(p => p.test(f)))
}
