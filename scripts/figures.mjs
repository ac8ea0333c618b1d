// npm run check -- --figures [--places]: the size of the code and its long functions, duplicates and tests, counted over the files that git knows;
// with --places also where they are.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './lib.mjs'

/** Number of equal lines that make a pair of places worth a look; `ALIKE` is that of lines that differ in names and values only. */
const EQUAL = 6
const ALIKE = 10
/** A run of lines that occurs in more places than this is a pattern of the language or of the product. */
const COMMON = 8

const IS_TEST = /\.(test|spec)\.tsx?$|\/e2e\/|\/testing|-setup\.ts$/
const linesOf = path => readFileSync(join(root, path), 'utf8').split('\n')
const sum = numbers => numbers.reduce((total, number) => total + number, 0)
const quantile = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]

function files() {
  const all = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', 'packages/*.ts', 'packages/*.tsx'],
    { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 },
  )
    .split('\n')
    .filter(path => path !== '' && !path.includes('_blueprint') && existsSync(join(root, path)))
  return { tests: all.filter(p => IS_TEST.test(p)), product: all.filter(p => !IS_TEST.test(p)) }
}

/** The length of each function with more than 60 lines, longest first. Biome finds the functions. */
function longFunctions(product) {
  const dir = mkdtempSync(join(tmpdir(), 'flotta-figures-'))
  const rule = { level: 'warn', options: { maxLines: 30 } }
  const rules = { recommended: false, complexity: { noExcessiveLinesPerFunction: rule } }
  writeFileSync(join(dir, 'biome.json'), JSON.stringify({ root: true, linter: { rules } }))
  try {
    const report = execFileSync(
      process.execPath,
      [
        join(root, 'node_modules/@biomejs/biome/bin/biome'),
        'lint',
        `--config-path=${dir}`,
        '--reporter=json',
        '--max-diagnostics=none',
        'packages',
      ],
      { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] },
    )
    const counted = new Set(product)
    return JSON.parse(report)
      .diagnostics.filter(
        d =>
          d.category === 'lint/complexity/noExcessiveLinesPerFunction' &&
          counted.has(d.location.path),
      )
      .map(({ location }) => ({
        place: `${location.path}:${location.start.line}`,
        lines: location.end.line - location.start.line + 1,
      }))
      .filter(({ lines }) => lines > 60)
      .sort((a, b) => b.lines - a.lines)
  } finally {
    rmSync(dir, { recursive: true })
  }
}

/** The lines of a file that are compared: without blank lines, comments, imports and lone punctuation. */
function countedLines(path) {
  let within = false
  return linesOf(path).flatMap((text, index) => {
    const line = text.trim()
    const importing = within || /^import\b/.test(line)
    if (importing) within = !/from ['"]|^import ['"]/.test(line)
    const silent = importing || /^(\/\/|\/?\*)/.test(line) || !/\w/.test(line)
    return silent ? [] : [{ line, index }]
  })
}
/** A line of one word or number has no shape besides its text, so lists of different words are not alike. */
const IS_WORD = /^('[^']*'|"[^"]*"|[\w.-]+),?$/
const shapeOf = line =>
  IS_WORD.test(line)
    ? line
    : line
        .replace(/'[^']*'|"[^"]*"|`[^`]*`/g, 'S')
        .replace(/\b\d[\d_.]*\b/g, 'N')
        .replace(/\b(?!S\b|N\b)[A-Za-z_$][\w$]*/g, 'w')

/** Pairs of places that share runs of at least `length` lines, each run once, as `path:line = path:line`. */
function pairs(product, length, textOf) {
  const places = new Map()
  const counted = product.map(countedLines)
  const texts = counted.map(lines => lines.map(({ line }) => textOf(line)))
  const placeOf = (file, at) => `${product[file]}:${counted[file][at].index + 1}`
  texts.forEach((lines, file) => {
    for (let at = 0; at + length <= lines.length; at++) {
      const run = lines.slice(at, at + length).join('\n')
      const others = places.get(run)
      if (others) others.push([file, at])
      else places.set(run, [[file, at]])
    }
  })
  const found = new Map()
  for (const same of places.values()) {
    if (same.length < 2 || same.length > COMMON) continue
    // The distance between the two places is the same on every line of a run, so it identifies the run.
    for (const [a, [file, at]] of same.entries())
      for (const [other, there] of same.slice(a + 1))
        if (file !== other || Math.abs(there - at) >= length) {
          const run = `${file} ${other} ${there - at}`
          if (!found.has(run)) found.set(run, `${placeOf(file, at)} = ${placeOf(other, there)}`)
        }
  }
  return [...found.values()]
}

const { product, tests } = files()
const lengths = product.map(path => linesOf(path).length - 1).sort((a, b) => a - b)
const long = longFunctions(product)
const lines = paths => sum(paths.map(path => linesOf(path).length - 1))
const ratio = part => (lines(tests.filter(part)) / lines(product.filter(part))).toFixed(2)
const placesOf = (path, text) =>
  linesOf(path).flatMap((line, index) => (line.includes(text) ? [`${path}:${index + 1}`] : []))
const equal = pairs(product, EQUAL, line => line)
const alike = pairs(product, ALIKE, shapeOf)
const casts = product.flatMap(path => placesOf(path, 'as unknown as'))
const rows = [
  ['product files', product.length],
  ['product lines', sum(lengths)],
  ['lines of a file, median', quantile(lengths, 0.5)],
  ['lines of a file, p95', quantile(lengths, 0.95)],
  ['functions over 100 lines', long.filter(f => f.lines > 100).length],
  ['functions over 60 lines', long.length],
  [`pairs of ${EQUAL} equal lines`, equal.length],
  [`pairs of ${ALIKE} lines of one shape`, alike.length],
  ['`as unknown as`', casts.length],
  ['lines of tests ÷ lines of code', ratio(() => true)],
  [
    'the same of screens (tsx of features)',
    ratio(p => p.includes('/features/') && p.endsWith('x')),
  ],
  ['the same of ui', ratio(p => p.startsWith('packages/ui/'))],
]
for (const [name, figure] of rows) console.info(`${name.padEnd(40)} ${figure}`)
const listed = process.argv.includes('--places')
for (const { place, lines } of listed ? long : long.filter(f => f.lines > 100))
  console.info(`  ${lines} lines  ${place}`)
if (listed)
  for (const [name, places] of Object.entries({ equal, alike, casts }))
    for (const place of places) console.info(`  ${name}  ${place}`)
