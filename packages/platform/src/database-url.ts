// The servers of DATABASE_URL: one, or several of which one accepts writes, in the notation of PostgreSQL's own library
// (`postgres://u:p@a:5432,b:5432/flotta?target_session_attrs=read-write`).

const ATTRS = 'target_session_attrs'
/** The product writes, so a connection to a standby would be of no use. */
const ALLOWED: readonly string[] = ['read-write', 'primary']

/** The address of each server; throws an Error whose message says what is not allowed, without the address. */
export function databaseServers(url: string): readonly string[] {
  const [, scheme = '', authority = '', rest = ''] =
    /^([a-z]+:\/\/)([^/?#]*)(.*)$/is.exec(url) ?? []
  const at = authority.lastIndexOf('@') + 1
  const hosts = authority.slice(at).split(',')
  if (hosts.length === 1 && !rest.includes(ATTRS)) return [url]
  const [path = '', query = ''] = rest.split('?', 2)
  const parameters = new URLSearchParams(query)
  const attribute = parameters.get(ATTRS)
  if (attribute !== null && !ALLOWED.includes(attribute))
    throw new Error(`its ${ATTRS} must be ${ALLOWED.join(' or ')}, or left out`)
  parameters.delete(ATTRS)
  if (hosts.some(host => host === '' || host.startsWith(':')))
    throw new Error('must name a host between the commas')
  if (new Set(hosts).size < hosts.length) throw new Error('must name each host once')
  const others = parameters.toString()
  return hosts.map(
    host => `${scheme}${authority.slice(0, at)}${host}${path}${others === '' ? '' : `?${others}`}`,
  )
}
