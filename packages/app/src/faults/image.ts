// What the Containerfile says of a running image, read from its last stage: its settings, its commands, its account.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bundle.ts'

export interface Image {
  readonly env: Readonly<Record<string, string>>
  readonly entrypoint: readonly string[]
  readonly command: readonly string[]
  readonly healthcheck: readonly string[]
  readonly exposed: readonly string[]
  readonly user: string
}

export function theImage(): Image {
  const text = readFileSync(join(root, 'Containerfile'), 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
  const stage = text.slice(text.lastIndexOf('\nFROM ') + 1).split('\n')
  const told = (word: string): string => {
    const found = stage.filter(line => line.startsWith(`${word} `))
    if (found.length !== 1) throw new Error(`the Containerfile says ${word} ${found.length} times`)
    return (found[0] as string).slice(word.length + 1).trim()
  }
  const list = (json: string): string[] => JSON.parse(json.slice(json.indexOf('[')))
  return {
    env: Object.fromEntries(
      told('ENV')
        .split(/\s+/)
        .map(pair => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    ),
    entrypoint: list(told('ENTRYPOINT')),
    command: list(told('CMD')),
    healthcheck: list(told('HEALTHCHECK')),
    exposed: told('EXPOSE').split(' '),
    user: told('USER'),
  }
}
