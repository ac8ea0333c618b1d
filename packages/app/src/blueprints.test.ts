// Proves docs/adding.md: each blueprint is copied into a copy of the product as `npm run new` does, and the product finds, checks, serves and shows
// it.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Endpoint } from '@flotta/core/contract.ts'
import { type Reading, source } from '@flotta/core/reading.ts'
import { recordValuesOf } from '@flotta/core/record-values.ts'
import type * as CommandKinds from '@flotta/features/commands.ts'
import type * as Features from '@flotta/features/features.ts'
import type * as Kinds from '@flotta/features/kinds.ts'
import type * as Parts from '@flotta/features/reports/reports/parts.ts'
import type { Measures, MeasureValues } from '@flotta/features/services/measures/measures.ts'
import type * as Services from '@flotta/features/services/services.ts'
import type * as Testing from '@flotta/features/testing/app.ts'
import type * as Texts from '@flotta/features/texts/texts.ts'
import type { Command } from '@flotta/platform/cli.ts'
import type { ReportAsk } from '@flotta/platform/report.ts'
import type * as Protocols from '@flotta/protocols/protocols.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

const root = join(import.meta.dirname, '../../..')
const scratch = join(root, '.cache', `blueprints-${process.pid}`)
const packages = join(scratch, 'packages')
const load = async <T>(file: string): Promise<T> =>
  (await import(/* @vite-ignore */ join(packages, file))) as T
const before = new Map<string, string>()
const filesBelow = (dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true }).flatMap(e =>
    e.isDirectory() ? filesBelow(join(dir, e.name)) : e.isFile() ? [join(dir, e.name)] : [],
  )

interface Recipe {
  /** Below `packages/`. */
  readonly path: string
  /** Whether the code is added to a file of the blueprint; otherwise it is a new file. */
  readonly isAddition: boolean
  readonly code: string
}
/** The blocks of code on a page that have a path as their heading; with ` +` after the path the code is added to that file. */
const recipesOf = (page: string): Recipe[] =>
  [...page.matchAll(/^( *)```(?:ts|sql) (\S+\/\S+)( \+)?\n([\s\S]*?)^ *```$/gm)].map(
    ([, indent = '', path = '', addition, code = '']) => ({
      path,
      isAddition: addition !== undefined,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  )
/** Writes a recipe into the copy: imports at the head of their file, handlers among the handlers, a value after the other values. */
function follow({ path, isAddition, code }: Recipe): void {
  // A migration's name begins with the minute in which it is written.
  const file = join(packages, path.replace('<stamp>', '20990101_0000'))
  mkdirSync(dirname(file), { recursive: true })
  if (!isAddition) {
    writeFileSync(file, code, { flag: 'wx' })
    return
  }
  const text = readFileSync(file, 'utf8')
  if (path.endsWith('/measures.ts')) {
    writeFileSync(file, text.replace(/^\}\)$/m, `${code}})`))
    return
  }
  const [imports = '', rest = ''] = code.split(/\n\n([\s\S]*)/)
  const [comment = '', ...lines] = text.split('\n')
  const body = lines.join('\n')
  const added = path.endsWith('/server.ts')
    ? body.replace('  handlers: [', `  handlers: [\n${rest}`)
    : `${body}\n${rest}`
  writeFileSync(file, [comment, imports, added].join('\n'))
}

/** Copies the compiler's build info, so that only the differences of the copy are checked; without it everything is checked. */
function bringBuildInfo(): void {
  const [from, to] = [join(root, '.cache/tsc'), join(scratch, '.cache/tsc')]
  mkdirSync(to, { recursive: true })
  for (const name of ['server.tsbuildinfo', 'web.tsbuildinfo'].filter(n =>
    existsSync(join(from, n)),
  ))
    writeFileSync(
      join(to, name),
      // Files that were not copied lie two directories farther up.
      readFileSync(join(from, name), 'utf8').replaceAll(
        /"\.\.\/\.\.\/(node_modules|packages\/(?:core|platform|ui))\//g,
        '"../../../../$1/',
      ),
    )
}

beforeAll(async () => {
  // Imports of the other packages are resolved by the name of the package.
  for (const name of ['protocols', 'features'])
    cpSync(join(root, 'packages', name), join(packages, name), {
      recursive: true,
      filter: path => !/\/node_modules$|\.test\.tsx?$/.test(path),
    })
  for (const file of readdirSync(root).filter(f => /^tsconfig.*\.json$/.test(f)))
    cpSync(join(root, file), join(scratch, file))
  // Files that declare types for all others and that nobody imports.
  const server = JSON.parse(readFileSync(join(scratch, 'tsconfig.server.json'), 'utf8'))
  server.include.push(join(root, 'packages/platform/src/testing.setup.ts'))
  writeFileSync(join(scratch, 'tsconfig.server.json'), JSON.stringify(server))
  symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'))
  bringBuildInfo()
  for (const file of filesBelow(packages)) before.set(file, readFileSync(file, 'utf8'))
  const { copyBlueprint } = await import(/* @vite-ignore */ join(root, 'scripts/blueprint.mjs'))
  const now = new Date('2026-11-22T12:34:00Z')
  copyBlueprint(packages, 'service', 'eyecargo', { now })
  copyBlueprint(packages, 'feature', 'fleet/depots', { now })
  copyBlueprint(packages, 'protocol', 'tracky', { now })
  for (const recipe of recipesOf(readFileSync(join(root, 'docs/adding.md'), 'utf8'))) follow(recipe)
  // The texts of the value that the page adds.
  for (const file of filesBelow(join(packages, 'features/src/services/eyecargo/texts')))
    writeFileSync(
      file,
      JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), axle_load: 'Load of the axle' }),
    )
  // The one line that a new screen needs in an existing file.
  const screens = join(packages, 'features/src/screens.ts')
  const line = `  { path: '/depots', title: 'depots.title', area: 'management', allow: 'view', search: ListSearch, load: () => import('./fleet/depots/web/DepotsScreen.tsx') },\n`
  writeFileSync(
    screens,
    readFileSync(screens, 'utf8').replace(
      'export const screens = [\n',
      `export const screens = [\n${line}`,
    ),
  )
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

test('the list of screens is the only file of the product that was edited', () => {
  expect(
    [...before]
      .filter(([file, text]) => readFileSync(file, 'utf8') !== text)
      .map(([file]) => file.slice(packages.length + 1)),
  ).toEqual(['features/src/screens.ts'])
})
test('the migration runs after all others, and nothing is called example any more', () => {
  const newFiles = filesBelow(packages).filter(file => !before.has(file))
  const stampOf = (file: string) => /migrations\/(\d{8}_\d{4})_\w+\.sql$/.exec(file)?.[1] ?? ''
  const newest = [...before.keys()].map(stampOf).sort().at(-1) ?? ''
  expect(stampOf(newFiles.find(file => file.endsWith('_depots.sql')) ?? '') > newest).toBe(true)
  expect(
    newFiles.filter(file => /example/i.test(file) || /example/i.test(readFileSync(file, 'utf8'))),
  ).toEqual([])
})
test.each([
  'service Eyecargo',
  'service eyegeo',
  'feature fleet/depot',
  'feature depots',
  'protocol tele-tonika',
  'panel eyecargo',
  // Its kind of data would be called tank, which is a kind of eyefuel already.
  'service eyetank',
])('npm run new -- %s is refused in one line', words => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, 'scripts/new.mjs'), ...words.split(' ')],
    { encoding: 'utf8' },
  )
  expect(status).toBe(1)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})
test('all of it has its types', () => {
  const check = (project: string) =>
    spawnSync(
      process.execPath,
      [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(scratch, project)],
      { encoding: 'utf8' },
    ).stdout
  expect(check('tsconfig.server.json')).toBe('')
  expect(check('tsconfig.web.json')).toBe('')
})

test('a service: its tab, its calls, its measurement and its words', async () => {
  const { services } = await load<typeof Services>('features/src/services/services.ts')
  const { endpoints } = await load<typeof Features>('features/src/features.ts')
  const { loadTexts } = await load<typeof Texts>('features/src/texts/texts.ts')
  expect(services.map(s => s.code)).toContain('eyecargo')
  expect(endpoints.map((e: Endpoint) => e.path)).toEqual(
    expect.arrayContaining(['/services/eyecargo/:id', '/services/eyecargo/:id/history']),
  )
  expect(await loadTexts('de')).toMatchObject({ eyecargo: { weight: 'Gewicht' } })
})
test('one line adds a measured value: it is read, answered, shown and reported', async () => {
  const { kindOf } = await load<typeof Kinds>('features/src/kinds.ts')
  const { endpoints } = await load<typeof Features>('features/src/features.ts')
  const { reportParts } = await load<typeof Parts>('features/src/reports/reports/parts.ts')
  const { measures } = await load<{ readonly measures: Measures<MeasureValues> }>(
    'features/src/services/eyecargo/measures.ts',
  )
  const cargo = kindOf('cargo') as Reading
  const record = cargo.read(recordValuesOf({ axle1_load: 6_400 }), {
    axle_load: [source('axle1_load')],
  })
  expect(record).toEqual({ weight: null, axle_load: 6_400 })
  expect(measures.answer(record)).toEqual({ weight: null, axle_load: 6_400 })
  for (const path of ['/services/eyecargo/:id', '/services/eyecargo/:id/history'])
    expect(
      JSON.stringify(
        z.toJSONSchema(endpoints.find((e: Endpoint) => e.path === path)?.reply as z.ZodType),
      ),
    ).toContain('"axle_load"')
  expect(measures.values.axle_load?.view).toMatchObject({ title: 'eyecargo.axle_load', unit: 'kg' })
  const [sheet] = reportParts.get('eyecargo')?.sheets({} as ReportAsk) ?? []
  expect(sheet?.columns.map(({ key }) => key)).toEqual(['vehicle', 'at', 'weight', 'axle_load'])
})
test('a managed entity: table, calls, screen and words', async () => {
  const { testApp } = await load<typeof Testing>('features/src/testing/app.ts')
  const { endpoints } = await load<typeof Features>('features/src/features.ts')
  const { screenAt } = await load<{
    screenAt(path: string): { readonly title: string } | undefined
  }>('features/src/screens.ts')
  const call = (method: string, path: string) =>
    endpoints.find((e: Endpoint) => e.method === method && e.path === path) as Endpoint
  expect(screenAt('/depots')?.title).toBe('depots.title')
  const app = await testApp()
  try {
    const owner = await app.as(await app.make.user((await app.make.customer()).id, 'edit'))
    const depot = await owner.call(call('POST', '/depots'), {
      body: { code: 'PC', note: '' },
    } as never)
    expect(depot).toMatchObject({ status: 201, data: { code: 'PC', note: null } })
    const again = await owner.call(call('POST', '/depots'), { body: { code: 'pc' } } as never)
    expect(again.status).toBe(422)
    const { id } = depot.data as { id: number }
    const stranger = await app.as(await app.make.user((await app.make.customer()).id, 'edit'))
    expect(
      (await stranger.call(call('GET', '/depots/:id'), { params: { id } } as never)).status,
    ).toBe(404)
    expect(
      (await owner.call(call('GET', '/depots'), { query: { search: 'p c' } } as never)).meta,
    ).toMatchObject({ total: 1 })
  } finally {
    await app.close()
  }
})
test('the recipes are followed: a part of a report, a command, a table and a verb of the command line', async () => {
  const { testApp } = await load<typeof Testing>('features/src/testing/app.ts')
  const { reportParts } = await load<typeof Parts>('features/src/reports/reports/parts.ts')
  const { commandKinds } = await load<typeof CommandKinds>('features/src/commands.ts')
  const { endpoints } = await load<typeof Features>('features/src/features.ts')
  const { commands } = await load<{ readonly commands: readonly Command[] }>(
    'features/src/services/eyecargo/cli.ts',
  )
  expect(reportParts.has('eyecargo')).toBe(true)
  expect(commandKinds.get('lift')?.agreements).toEqual([4])
  expect(endpoints.map((e: Endpoint) => `${e.method} ${e.path}`)).toContain(
    'PUT /services/eyecargo/:id/lift',
  )
  const app = await testApp()
  try {
    const vehicle = await app.make.vehicle((await app.make.customer()).id)
    await app.ctx.pool.query(
      'insert into weighings (vehicle_id, weighed_at, weight) values ($1, now(), 12000)',
      [vehicle.id],
    )
    const list = commands.find(command => command.noun === 'weighing')
    expect(await list?.run({ vehicle: vehicle.id } as never, app.ctx)).toMatchObject([
      { weight: 12_000 },
    ])
  } finally {
    await app.close()
  }
})
test('a protocol: its name, its port and its profile [protocols.2]', async () => {
  const { protocols } = await load<typeof Protocols>('protocols/src/protocols.ts')
  expect(protocols.map(p => p.name)).toEqual(expect.arrayContaining(['teltonika', 'tracky']))
  expect(protocols.find(p => p.name === 'tracky')?.profiles.map(p => p.code)).toEqual(['tracky1'])
})
