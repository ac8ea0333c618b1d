// Memoizes a function of an immutable object, since derivations call it with every record.

export function memoize<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const results = new WeakMap<K, { readonly value: V }>()
  return key => {
    const result = results.get(key)
    if (result !== undefined) return result.value
    const value = make(key)
    results.set(key, { value })
    return value
  }
}
