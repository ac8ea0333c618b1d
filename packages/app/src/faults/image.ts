// The settings, commands and account of the container image, read from the last stage of the Containerfile.
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

export function readImage(): Image {
  const text = readFileSync(join(root, 'Containerfile'), 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
  const stage = text.slice(text.lastIndexOf('\nFROM ') + 1).split('\n')
  const argumentOf = (word: string): string => {
    const lines = stage.filter(line => line.startsWith(`${word} `))
    if (lines.length !== 1) throw new Error(`the Containerfile says ${word} ${lines.length} times`)
    return (lines[0] as string).slice(word.length + 1).trim()
  }
  const list = (json: string): string[] => JSON.parse(json.slice(json.indexOf('[')))
  return {
    env: Object.fromEntries(
      argumentOf('ENV')
        .split(/\s+/)
        .map(pair => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    ),
    entrypoint: list(argumentOf('ENTRYPOINT')),
    command: list(argumentOf('CMD')),
    healthcheck: list(argumentOf('HEALTHCHECK')),
    exposed: argumentOf('EXPOSE').split(' '),
    user: argumentOf('USER'),
  }
}
