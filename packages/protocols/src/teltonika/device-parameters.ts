// The device's own parameters over the air: `getparam` and `setparam`, and texts (SMS) for a device that cannot connect yet.
// Forms of the answers, from real devices (firmware 3.7.0): `Param ID:102 Value:0;103:120` and `New value 2001:internet;`.
import type { DeviceParameters, Profile } from '@flotta/core/protocol.ts'

const requestPattern = /^\s*(getparam|setparam)\s+(.+)$/is
/** The beginning of an answer, before its first id. */
const HEAD = /^\s*(?:param\s+id|new\s+value)\s*:?\s*/i

function idsOf(text: string): Set<string> {
  const [, word = '', list] = requestPattern.exec(text) ?? []
  if (list === undefined) return new Set()
  const items = list.split(';').map(item => item.trim())
  return new Set(
    word.toLowerCase() === 'getparam' ? items : items.map(i => i.split(':', 1)[0] ?? ''),
  )
}

/**
 * A value may contain a semicolon, so a new value begins only where a requested id follows.
 * Only the first parameter of an answer has the word `Value`; a parameter that does not exist has no value.
 */
function valuesOf(text: string, answer: string): Readonly<Record<string, string>> {
  const ids = idsOf(text)
  const values: Record<string, string> = {}
  let last: string | null = null
  for (const part of answer.replace(HEAD, '').split(';')) {
    const [, id = '', value = ''] = /^\s*(\d{1,5})\s*(?:value\s*)?:(.*)$/is.exec(part) ?? []
    if (ids.has(id) && !Object.hasOwn(values, id)) {
      values[id] = value.trim()
      last = id
    } else if (last !== null && part.trim() !== '') values[last] += `;${part}`
  }
  return values
}

const device_parameters: DeviceParameters = {
  read: ids => `getparam ${ids.join(';')}`,
  write: values => `setparam ${values.map(({ id, value }) => `${id}:${value}`).join(';')}`,
  valuesOf,
}

/** The same in every family: 2001 APN, 2004 server, 2005 port, 2006 TCP. Without login and password the text begins with two blanks. */
export const overTheAir: Pick<Profile, 'sms' | 'device_parameters'> = {
  sms: ['{login} {password} setparam 2001:{apn};2004:{host};2005:{port};2006:0'],
  device_parameters,
}
