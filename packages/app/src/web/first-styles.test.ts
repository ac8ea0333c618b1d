// Screens that open without the layout have the styles of every component that they draw.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const packages = join(import.meta.dirname, '../../..')
const screensFile = join(packages, 'features/src/screens.ts')
/** Screens outside of any layout, which would load all styles. */
const screensAlone = readFileSync(screensFile, 'utf8')
  .split(/\n {2}\{\n/)
  .filter(entry =>
    /^ {4}(\.\.\.(beforeSignIn|forEverybody|inPrinting)|area: 'open'),$/m.test(entry),
  )
  .flatMap(entry =>
    [...entry.matchAll(/^ {4}load: \(\) => import\('([^']+)'\)/gm)].map(([, path = '']) => path),
  )

function resolve(from: string, specifier: string): string | null {
  const workspaceFile = /^@flotta\/(\w+)\/(.*)$/.exec(specifier)
  const path =
    workspaceFile !== null
      ? join(packages, workspaceFile[1] ?? '', 'src', workspaceFile[2] ?? '')
      : specifier.startsWith('.')
        ? join(dirname(from), specifier)
        : null
  return path !== null && /\.tsx?$/.test(path) && existsSync(path) ? path : null
}
/** The texts of a screen and of all that it imports. */
function sourcesOf(file: string, seenFiles = new Set<string>()): string[] {
  if (seenFiles.has(file)) return []
  seenFiles.add(file)
  const text = readFileSync(file, 'utf8')
  const imports = [...text.matchAll(/(?:from|import) '([^']+)'|import\('([^']+)'\)/g)]
  return [
    text,
    ...imports.flatMap(([, direct, lazy]) => {
      const path = resolve(file, direct ?? lazy ?? '')
      return path === null ? [] : sourcesOf(path, seenFiles)
    }),
  ]
}
const styles = join(packages, '../node_modules/@mantine/core/styles')
const firstStyles = readFileSync(join(import.meta.dirname, 'first.css'), 'utf8')
/** Components that are also drawn with the styles of another one. */
const DRAWN_WITH: Readonly<Record<string, readonly string[]>> = {
  Checkbox: ['Checkbox', 'InlineInput'],
  Switch: ['Switch', 'InlineInput'],
  TextInput: ['Input'],
  PasswordInput: ['PasswordInput', 'Input'],
  Textarea: ['Input'],
}

test('there are such screens', () => {
  expect(screensAlone.length).toBeGreaterThan(5)
})
test.each(screensAlone)('%s', path => {
  const sources = sourcesOf(join(dirname(screensFile), path))
  if (sources.some(text => text.includes("'@mantine/core/styles.layer.css'"))) return
  const components = new Set(
    sources
      .flatMap(text => [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)])
      .flatMap(([, names = '']) => names.split(',').map(name => name.trim()))
      .filter(name => /^[A-Z]/.test(name))
      .flatMap(name => DRAWN_WITH[name] ?? [name]),
  )
  const withStyles = [...components].filter(name => existsSync(join(styles, `${name}.layer.css`)))
  expect(withStyles.filter(name => !firstStyles.includes(`/${name}.layer.css"`))).toEqual([])
})
