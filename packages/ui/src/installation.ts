// The language and time zone of the installation. The server writes them into the page, so that they are there before sign-in.
import { FALLBACK_LANGUAGE, Language } from '@flotta/core/languages.ts'

const pageElement = typeof document === 'undefined' ? null : document.documentElement
const language = Language.safeParse(pageElement?.lang)

/** `FLOTTA_LANGUAGE` and `FLOTTA_TIMEZONE`. Read once, because the page's language changes with the reader's choice. */
export const installation = {
  language: language.success ? language.data : FALLBACK_LANGUAGE,
  timezone: pageElement?.dataset.timezone ?? 'Europe/Rome',
}
