import { expect, test } from 'vitest'
import { TextParts } from './text-parts.ts'

function parts() {
  const loads: string[] = []
  const loader = (part: string) => async (language: string) => {
    loads.push(`${part} ${language}`)
  }
  return { texts: new TextParts(loader('first'), loader('all')), loads }
}
test('a language that loads while all texts become required has all of them in the end [navigation.81]', async () => {
  const { texts, loads } = parts()
  const loading = texts.load('de')
  texts.requireAll()
  await loading
  expect(loads).toEqual(['first de', 'all de'])
})
test('each part of a language is loaded once [navigation.81]', async () => {
  const { texts, loads } = parts()
  await texts.load('it')
  await texts.load('it')
  texts.requireAll()
  await texts.load('it')
  await texts.load('it')
  expect(loads).toEqual(['first it', 'all it'])
})
