// Every folder here is a protocol: adding a folder adds the protocol (folders that start with an underscore are not discovered).
import { type Profile, type Protocol, TRACKER_PORT } from '@flotta/core/protocol.ts'

/** In the order of their names. */
export const protocols: readonly Protocol[] = checkedProtocols(
  Object.values(
    import.meta.glob<Protocol>('./[a-z]*/protocol.ts', { eager: true, import: 'default' }),
  ),
)

/** Every port on which devices connect. */
export const devicePorts: readonly Protocol['port'][] = [
  TRACKER_PORT,
  ...protocols.filter(p => p.tcp ?? p.udp).map(p => p.port),
]

/** Every device family of every protocol. */
export const profiles: readonly Profile[] = protocols.flatMap(p => p.profiles)

/**
 * Sorts by name; throws an Error when two protocols share a name or port, two profiles a code, a protocol has two generic profiles, a profile names
 * another protocol, or a raw value has two meanings.
 */
export function checkedProtocols(protocols: readonly Protocol[]): readonly Protocol[] {
  const byName = [...protocols].sort((a, b) => (a.name < b.name ? -1 : 1))
  once(
    'protocol',
    byName.map(p => p.name),
  )
  once(
    'port variable',
    byName.map(p => p.port.variable),
  )
  once('default port', [TRACKER_PORT.default, ...byName.map(p => p.port.default)].map(String))
  once(
    'profile',
    byName.flatMap(p => p.profiles.map(profile => profile.code)),
  )
  for (const protocol of byName) {
    once(
      `generic profile of ${protocol.name}`,
      protocol.profiles.filter(profile => profile.generic).map(() => 'there is one'),
    )
    for (const profile of protocol.profiles) {
      if (profile.protocol !== protocol.name)
        throw new Error(
          `profile ${profile.code} of ${protocol.name} says that it belongs to ${profile.protocol}`,
        )
      const widths = new Map<number | string, Set<number | undefined>>()
      const bitsOfNumbers = new Map<string, Set<number>>()
      for (const { id, width, bit } of profile.parameters) {
        const bits = bitsOfNumbers.get(`${id} ${width}`)
        if (bit !== undefined && bits !== undefined && !bits.has(bit)) {
          bits.add(bit)
          continue
        }
        const idWidths = widths.get(id) ?? new Set()
        if (
          idWidths.has(width) ||
          (idWidths.size > 0 && (width === undefined || idWidths.has(undefined)))
        )
          throw new Error(`profile ${profile.code}: id ${id} has two meanings`)
        widths.set(id, idWidths.add(width))
        if (bit !== undefined) bitsOfNumbers.set(`${id} ${width}`, new Set([bit]))
      }
    }
  }
  return byName
}

function once(what: string, names: readonly string[]): void {
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) throw new Error(`two of one ${what}: ${twice}`)
}
