// The page for a person who follows a report's link that is incomplete, forged, removed or too old.
import type { Language } from '@flotta/core/languages.ts'
import type { Context } from '@flotta/platform/feature.ts'

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`)

/** HTML without scripts and pictures, in light or dark colours as the reader's system asks for. */
export function invalidLinkPage(
  { say, config }: Pick<Context, 'say' | 'config'>,
  language: Language,
): string {
  const [title, body, home] = ['lost_title', 'lost_body', 'lost_home'].map(key =>
    escapeHtml(say(language, { key: `reports.link.${key}` })),
  )
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Flotta</title>
<style>
  body { font: 16px/1.5 Inter, system-ui, sans-serif; margin: 0; min-height: 100vh; display: grid; place-content: center; background: light-dark(#f5f6f8, #14171c); color: light-dark(#1c2024, #e6e8eb) }
  main { max-width: 26rem; padding: 2rem }
  h1 { font-size: 1.25rem; margin: 0 0 .5rem }
  a { color: light-dark(#2e51bb, #93aaf5) }
</style>
<main>
  <h1>${title}</h1>
  <p>${body}</p>
  <p><a href="${escapeHtml(config.publicUrl)}">${home}</a></p>
</main>
</html>
`
}
