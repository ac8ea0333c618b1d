// The settings that the leader gives a server by the memory of the machine.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memorySettings } from '@flotta/platform/postgres.ts'
import { afterAll, expect, test } from 'vitest'

const dir = mkdtempSync(join(tmpdir(), 'flotta-lead-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const main = join(dir, 'main.mjs')
writeFileSync(
  main,
  `const { FLOTTA_MEMORY_MB: memory, MALLOC_ARENA_MAX: arenas } = process.env
process.stdout.write(JSON.stringify({ memory, arenas, node: process.execArgv }))`,
)
// In a file of its own, because the leader passes its own Node arguments on.
const leader = join(dir, 'leader.mjs')
writeFileSync(
  leader,
  `import { lead } from ${JSON.stringify(new URL('../../../scripts/lead.mjs', import.meta.url).href)}
process.exitCode = await lead(${JSON.stringify(main)})`,
)

interface Started {
  readonly memory: string
  readonly arenas?: string
  readonly node: readonly string[]
}
const startedWith = (env: Readonly<Record<string, string>>): Started => {
  const { FLOTTA_MEMORY_MB: _, MALLOC_ARENA_MAX: __, ...inherited } = process.env
  return JSON.parse(
    execFileSync(process.execPath, [leader], {
      env: { ...inherited, ...env },
      encoding: 'utf8',
    }),
  ) as Started
}
const youngGeneration = ({ node }: Started) =>
  node.filter(argument => argument.startsWith('--max-semi-space-size')).at(-1)

test('below 2 GB of memory the server keeps its heap small instead of quick [installation.88]', () => {
  const small = startedWith({ FLOTTA_MEMORY_MB: '1024' })
  expect(small).toMatchObject({ memory: '1024', arenas: '2' })
  expect(youngGeneration(small)).toBe('--max-semi-space-size=2')
  expect(small.node).toContain('--optimize-for-size')
  expect(startedWith({ FLOTTA_MEMORY_MB: '1024', MALLOC_ARENA_MAX: '4' }).arenas).toBe('4')
})

test('from 2 GB on it is as quick as it can be', () => {
  const usual = startedWith({ FLOTTA_MEMORY_MB: '2048' })
  expect(usual.arenas).toBeUndefined()
  expect(youngGeneration(usual)).toBe('--max-semi-space-size=32')
  expect(usual.node).toContain('--heap-growing-percent=50')
  expect(usual.node).not.toContain('--optimize-for-size')
})

test('without the setting the server is told what the machine or its container has', () => {
  expect(Number(startedWith({}).memory)).toBeGreaterThan(0)
})

test.each([
  [256, { shared_buffers: '16MB', wal_buffers: '4MB', maintenance_work_mem: '8MB' }],
  [1_024, { shared_buffers: '64MB', wal_buffers: '4MB', maintenance_work_mem: '16MB' }],
  [2_048, { shared_buffers: '128MB', wal_buffers: '4MB', maintenance_work_mem: '32MB' }],
  [4_095, { shared_buffers: '255MB', wal_buffers: '4MB', maintenance_work_mem: '63MB' }],
  [4_096, {}],
  [65_536, {}],
])('with %i MB the embedded database takes its share [installation.88]', (memoryMb, expected) => {
  expect(memorySettings(memoryMb)).toEqual(expected)
})
