// The style of a public map service, fetched by the browser from the service itself.
import type { Language } from '@flotta/core/languages.ts'
import { PublicTiles, publicStyle, StyleShape } from '../rules.ts'

const TIMEOUT_MS = 8_000

async function json(url: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return response.json()
}

/** Rejects where the service does not answer within 8 s, or not with a style. */
export async function loadPublicStyle(
  url: string,
  language: Language,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  const ending = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
  const style = StyleShape.parse(await json(url, ending))
  const sources = await Promise.all(
    Object.entries(style.sources).map(async ([name, source]) => {
      const tiles = source.url === undefined ? source : await json(source.url, ending)
      return [name, PublicTiles.parse(tiles)] as const
    }),
  )
  return publicStyle(style, new Map(sources), language)
}
