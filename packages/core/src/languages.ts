// The four languages of the product.
import { z } from 'zod'

export const Language = z.enum(['it', 'en', 'es', 'de'])
export type Language = z.infer<typeof Language>
export const languages = Language.options
/** Default language of an installation (`FLOTTA_LANGUAGE`) for readers without a supported language. */
export const FALLBACK_LANGUAGE: Language = 'it'
/** Language of a text that is missing in the wanted language. */
export const LAST_LANGUAGE: Language = 'en'

/** The best supported language for an Accept-Language header, else `otherwise`. */
export function acceptLanguage(
  header: string | undefined,
  otherwise: Language = FALLBACK_LANGUAGE,
): Language {
  const preferences = (header ?? '')
    .split(',')
    .map(part => {
      const [tag = '', ...options] = part.trim().split(';')
      const q = options.map(o => /^\s*q=([\d.]+)\s*$/.exec(o)?.[1]).find(v => v !== undefined)
      return { language: tag.toLowerCase().split('-')[0], quality: q === undefined ? 1 : Number(q) }
    })
    .filter(w => w.quality > 0)
    .sort((a, b) => b.quality - a.quality)
  for (const { language } of preferences) {
    const parsedLanguage = Language.safeParse(language)
    if (parsedLanguage.success) return parsedLanguage.data
  }
  return otherwise
}
