// Text files joined by the folder that they lie in: `fleet/fleets/texts/it.json` holds `fleets.*`.
export interface TextTree {
  readonly [key: string]: string | TextTree
}

/**
 * Joins text files by their paths. The folder above `texts` is the namespace: `fleet/private-trips/texts/it.json` has `private_trips.*`, and `ui/src` counts as `ui`.
 */
export function byNamespace(
  files: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): TextTree {
  return Object.fromEntries(
    Object.entries(files).map(([path, words]) => [namespaceOf(path), words as TextTree]),
  )
}
export const namespaceOf = (path: string): string =>
  (/([^/]+)(?:\/src)?\/texts\/[a-z]{2}\.json$/.exec(path)?.[1] ?? '').replaceAll('-', '_')

/** The text of a full key such as `fleets.title`; undefined: there is none. */
export function lookUp(texts: TextTree, key: string): string | undefined {
  let node: string | TextTree | undefined = texts
  for (const part of key.split('.')) node = typeof node === 'object' ? node[part] : undefined
  return typeof node === 'string' ? node : undefined
}
