// Helpers of every bench: figures with their peer and goal, percentiles, readings of /proc, the report on screen and as JSON.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

/** The options of a run. */
export interface Options {
  /** Runs for seconds instead of a minute: it shows that the bench works, but its figures mean little. */
  readonly quick: boolean
  /** Directory of the built server (main.js and the benches' own child processes). */
  readonly dist: string
  /** Directory of the built web application. */
  readonly web: string
  /** `--name value` of the command line. */
  readonly given: Readonly<Record<string, string>>
  say(line: string): void
}
/** The Node arguments with which a server writes a processor profile when it ends (`--cpu-prof DIR`). */
export const profiling = ({ given }: Pick<Options, 'given'>): readonly string[] =>
  given['cpu-prof'] ? ['--cpu-prof', `--cpu-prof-dir=${given['cpu-prof']}`] : []
export interface Figure {
  readonly what: string
  readonly value: number
  readonly unit: string
  /** The peer, measured in the same run. */
  readonly peer?: { readonly what: string; readonly value: number }
  /** value / peer */
  readonly ratio?: number
  /** The goal as it is written, e.g. `< 500`; empty: for information only. */
  readonly goal?: string
  readonly met?: boolean
}
export interface Bench {
  readonly name: string
  /** One sentence. */
  readonly measures: string
  run(options: Options): Promise<readonly Figure[]>
}

type Goal = { readonly below?: number; readonly atLeast?: number }
/** A figure and its judgement by the goal (`of: 'ratio'`: the goal is about the ratio). */
export function figure(
  what: string,
  value: number,
  unit: string,
  {
    peer,
    goal,
    of = 'value',
  }: { readonly peer?: Figure['peer']; readonly goal?: Goal; readonly of?: 'value' | 'ratio' } = {},
): Figure {
  const ratio = peer && peer.value !== 0 ? value / peer.value : undefined
  const judged = of === 'ratio' ? ratio : value
  const met =
    goal &&
    judged !== undefined &&
    (goal.below === undefined || judged < goal.below) &&
    (goal.atLeast === undefined || judged >= goal.atLeast)
  return {
    what,
    value,
    unit,
    ...(peer && { peer }),
    ...(ratio !== undefined && { ratio }),
    ...(goal && {
      goal: `${of === 'ratio' ? 'ratio ' : ''}${goal.below !== undefined ? `< ${goal.below}` : `≥ ${goal.atLeast}`}`,
    }),
    ...(met !== undefined && { met }),
  }
}

/** The value below which `share` (0–1) of the samples lie; NaN without samples. */
export function percentile(samples: ArrayLike<number>, share: number): number {
  const ascending = Float64Array.from(samples).sort()
  return (
    ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? Number.NaN
  )
}

const TICKS = 100
const proc = (path: string): string | null => {
  try {
    return readFileSync(join('/proc', path), 'utf8')
  } catch {
    return null
  }
}
/** The fields of /proc/PID/stat after the command's name. */
const statOf = (pid: number): string[] | null =>
  proc(`${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ') ?? null

export const isZombie = (pid: number): boolean => statOf(pid)?.[0] === 'Z'

/** A process and all its descendants, parents first. */
export function processTree(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? Number(statOf(Number(name))?.[1]) : Number.NaN
    if (!Number.isNaN(parent)) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const tree: number[] = []
  const visit = (p: number) => {
    tree.push(p)
    for (const child of children.get(p) ?? []) visit(child)
  }
  visit(pid)
  return tree
}
/** Processor seconds of a process; with `tree` also of its children, including those that have ended. NaN without /proc. */
export function cpuSeconds(pid: number, tree = false): number {
  const ownStat = statOf(pid)
  if (!ownStat) return Number.NaN
  let ticks =
    Number(ownStat[11]) +
    Number(ownStat[12]) +
    (tree ? Number(ownStat[13]) + Number(ownStat[14]) : 0)
  if (tree)
    for (const child of processTree(pid).slice(1)) {
      const s = statOf(child)
      if (s) ticks += Number(s[11]) + Number(s[12])
    }
  return ticks / TICKS
}
/** Resident memory in MB (1e6 bytes), now and at its peak. */
export function memoryMb(pid: number): { readonly now: number; readonly peak: number } {
  const status = proc(`${pid}/status`) ?? ''
  const field = (name: string) =>
    (Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024) / 1e6
  return { now: field('VmRSS'), peak: field('VmHWM') }
}
/** Memory of a process and all its descendants, with shared memory counted once, MB; NaN when the kernel does not report it. */
export function treeMemoryMb(pid: number): number {
  const shareOf = (process: number): number => {
    const share = /^Pss:\s+(\d+) kB/m.exec(proc(`${process}/smaps_rollup`) ?? '')?.[1]
    return (Number(share) * 1_024) / 1e6
  }
  return processTree(pid).reduce((sum, process) => sum + shareOf(process), 0)
}

export function machine(): string {
  const model = cpus()[0]?.model ?? 'unknown processor'
  return `${cpus().length} × ${model}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}, Node ${process.versions.node}`
}
function revision(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return 'unknown'
  }
}

const numberText = (value: number): string =>
  Math.abs(value) >= 1000
    ? Math.round(value).toLocaleString('en')
    : String(Number(value.toPrecision(3)))
export function line(f: Figure): string {
  const peer = f.peer
    ? `   ${f.peer.what} ${numberText(f.peer.value)}${f.ratio === undefined ? '' : `, ratio ${f.ratio.toFixed(2)}`}`
    : ''
  const goal = f.goal ? `   goal ${f.goal}${f.met === undefined ? '' : f.met ? ' ✓' : ' ✗'}` : ''
  return `  ${f.what}: ${numberText(f.value)} ${f.unit}${peer}${goal}`
}

/** Prints the figures and writes `<directory>/<name>.json`. */
export function report(
  bench: Bench,
  figures: readonly Figure[],
  seconds: number,
  { quick, say }: Options,
  directory: string,
): void {
  mkdirSync(directory, { recursive: true })
  const result = {
    name: bench.name,
    measures: bench.measures,
    at: new Date().toISOString(),
    revision: revision(),
    machine: machine(),
    quick,
    seconds,
    figures,
  }
  writeFileSync(join(directory, `${bench.name}.json`), `${JSON.stringify(result, null, 2)}\n`)
  for (const f of figures) say(line(f))
}

export const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
/** Repeats the check every `every` ms until it is true; throws after `within` ms. */
export async function until(
  what: string,
  condition: () => Promise<boolean> | boolean,
  { within = 180_000, every = 50 } = {},
): Promise<void> {
  const deadline = performance.now() + within
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`${what}: not within ${within / 1000} s`)
    await pause(every)
  }
}
