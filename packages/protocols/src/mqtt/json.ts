// JSON as a flat list of values by their path: `{"a": {"b": 1}}` becomes `a.b` with the text `1`.
import { FrameError } from '@flotta/core/protocol.ts'

export type JsonValues = ReadonlyMap<string, string>
const MOST_VALUES = 500
const DEEPEST = 8

/** Throws FrameError when the payload is no JSON. */
export function jsonOf(payload: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(payload).toString('utf8'))
  } catch {
    throw new FrameError('mqtt: no JSON', false)
  }
}

/** null: the value is no object. Lists count from 0; flags are 1 and 0. */
export function flatValues(json: unknown): JsonValues | null {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return null
  const values = new Map<string, string>()
  const putValue = (path: string, value: unknown, depth: number): void => {
    if (value === null || value === undefined || values.size >= MOST_VALUES) return
    if (typeof value === 'object') {
      if (depth === DEEPEST) return
      for (const [name, inner] of Object.entries(value))
        putValue(path === '' ? name : `${path}.${name}`, inner, depth + 1)
    } else values.set(path, typeof value === 'boolean' ? String(Number(value)) : String(value))
  }
  putValue('', json, 0)
  return values
}
