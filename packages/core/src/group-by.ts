// Groups the members of a list by a key.
export function groupBy<T, K>(list: readonly T[], keyOf: (member: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const member of list) {
    const key = keyOf(member)
    const known = groups.get(key)
    if (known === undefined) groups.set(key, [member])
    else known.push(member)
  }
  return groups
}
