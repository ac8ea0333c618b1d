// What the page was told of the installation that it belongs to, before anybody has signed in or chosen: the server writes it into the page.
import { FALLBACK_LANGUAGE, Language } from '@flotta/core/languages.ts'

const pageElement = typeof document === 'undefined' ? null : document.documentElement
const language = Language.safeParse(pageElement?.lang)

/** `FLOTTA_LANGUAGE` and `FLOTTA_TIMEZONE`. Read once: the page's language changes with the reader's choice. */
export const installation = {
  language: language.success ? language.data : FALLBACK_LANGUAGE,
  timezone: pageElement?.dataset.timezone ?? 'Europe/Rome',
}
