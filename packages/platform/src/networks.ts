// Network addresses: their normal form, the network under which limits count them, and lists of allowed networks (CIDR).
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import { ConfigError } from './config.ts'

/** IPv4 inside IPv6 (`::ffff:10.0.0.1`) as plain IPv4; zones are dropped. */
export function plainAddress(address: string | undefined): string {
  const bare = (address ?? '').split('%')[0] ?? ''
  const inner = bare.startsWith('::ffff:') ? bare.slice(7) : ''
  return isIPv4(inner) ? inner : bare
}

/** The network under which limits count an address: an IPv4 address itself; of IPv6 the /64, because every customer of a provider has at least one. */
export function networkOf(address: string): string {
  const plain = plainAddress(address)
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  const after =
    tail === undefined || tail === ''
      ? 0
      : tail.split(':').reduce((n, group) => n + (group.includes('.') ? 2 : 1), 0)
  const zeros = tail === undefined ? 0 : 8 - groups.length - after
  const allGroups = [
    ...groups,
    ...new Array<string>(Math.max(0, zeros)).fill('0'),
    ...(tail === undefined || tail === '' ? [] : tail.split(':')),
  ]
  return `${allGroups
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/**
 * Whether a plain address lies in one of `networks` (`10.0.0.0/8`, `2001:db8::/32`, or single addresses); an empty list allows every address.
 * Throws a ConfigError that names the first entry that is not a network.
 */
export function allowedNetworks(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => true
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits, ...rest] = network.split('/')
    const family = isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : null
    const maxBits = family === 'ipv4' ? 32 : 128
    const prefix = bits === undefined ? maxBits : /^\d{1,3}$/.test(bits) ? Number(bits) : -1
    if (family === null || rest.length > 0 || prefix < 0 || prefix > maxBits)
      throw new ConfigError(`"${network}" is not a network such as 10.0.0.0/8 or 2001:db8::/32`)
    list.addSubnet(address, prefix, family)
  }
  return address => isIP(address) !== 0 && list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}
