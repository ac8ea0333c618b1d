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

const signInFiles: typeof files = {
  it: () => import('./sign-in-it.ts'),
  en: () => import('./sign-in-en.ts'),
  es: () => import('./sign-in-es.ts'),
  de: () => import('./sign-in-de.ts'),
}
/** The texts that the sign-in and reset pages show: a sixth of all, so that a first visit loads little. */
export const loadSignInTexts = async (language: Language): Promise<TextTree> =>
  (await signInFiles[language]()).default

/** Writes a text in a language; the plural follows `values.count`, which is written as a number of that language (`2.000`), as screens do. */
export type Say = (language: Language, words: Words) => string

/** Loads all languages for the server: `say('de', { key: 'api.not_found' })`. A text that a language lacks is written in English, and an unknown key as it is. */
export async function loadSay(): Promise<Say> {
  const all = new Map(
    await Promise.all(
      languages.map(async language => [language, await loadTexts(language)] as const),
    ),
  )
  const counts = new Map(
    languages.map(language => [
      language,
      new Intl.NumberFormat(language, { useGrouping: 'always' }),
    ]),
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
    const textOf = (name: string) =>
      name === 'count' && typeof count === 'number'
        ? counts.get(language)?.format(count)
        : values[name]
    return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (placeholder, name: string) =>
      String(textOf(name) ?? placeholder),
    )
  }
}
