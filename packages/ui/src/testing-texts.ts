// All text files of the product, found by folder, for screen tests.
import type { Language } from '@flotta/core/languages.ts'
import type { TextTree } from './texts.ts'

const files = import.meta.glob<TextTree>(['../../features/src/**/texts/*.json', './texts/*.json'], {
  eager: true,
  import: 'default',
})

const only = (language: Language): TextTree =>
  Object.fromEntries(
    Object.entries(files).flatMap(([path, texts]) => {
      if (!path.endsWith(`/${language}.json`)) return []
      return [
        [
          path.startsWith('./texts/') ? 'ui' : (path.split('/').at(-3) ?? '').replaceAll('-', '_'),
          texts,
        ],
      ]
    }),
  )
export const testTexts: Readonly<Record<Language, TextTree>> = {
  it: only('it'),
  en: only('en'),
  es: only('es'),
  de: only('de'),
}
