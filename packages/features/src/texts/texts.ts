// The texts of the product in its four languages. The web loads one language at a time; the server and the command line load all of them.
import { LAST_LANGUAGE, type Language, languages } from '@flotta/core/languages.ts'
import type { Words } from '@flotta/core/problem.ts'
import { lookUp, type TextTree } from './text-tree.ts'

const files: Readonly<Record<Language, () => Promise<{ default: TextTree }>>> = {
  it: () => import('./it.ts'),
  en: () => import('./en.ts'),
  es: () => import('./es.ts'),
  de: () => import('./de.ts'),
}
export const loadTexts = async (language: Language): Promise<TextTree> =>
  (await files[language]()).default

/** Writes a text in a language; the plural follows `values.count`. */
export type Say = (language: Language, words: Words) => string

/** Loads all languages for the server: `say('de', { key: 'api.not_found' })`. A text that a language lacks is written in English, and an unknown key as it is. */
export async function loadSay(): Promise<Say> {
  const all = new Map(
    await Promise.all(
      languages.map(async language => [language, await loadTexts(language)] as const),
    ),
  )
  return (language, { key, values = {} }) => {
    const count = values.count
    const plural =
      typeof count === 'number' ? `${key}_${new Intl.PluralRules(language).select(count)}` : key
    const candidates = [language, LAST_LANGUAGE].map(l => {
      const texts = all.get(l) ?? {}
      return (
        lookUp(texts, plural) ??
        (typeof count === 'number' ? lookUp(texts, `${key}_other`) : undefined) ??
        lookUp(texts, key)
      )
    })
    const text = candidates.find(s => s !== undefined) ?? key
    return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (placeholder, name: string) =>
      String(values[name] ?? placeholder),
    )
  }
}
