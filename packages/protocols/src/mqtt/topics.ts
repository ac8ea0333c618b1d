// Topics: `flotta/<device>/data` for any device, `owntracks/<user>/<device>` for OwnTracks, and the topics of commands.
import type { MqttMessage, Profile } from '@flotta/core/protocol.ts'

export const TOPICS: readonly string[] = ['flotta/+/data', 'owntracks/+/+']
const OWN = /^flotta\/([^/]+)\/data$/
const OWNTRACKS = /^owntracks\/([^/]+)\/([^/]+)$/
const LONGEST_COMMAND = 1_000

/** `<device>`, or `<user>/<device>` for OwnTracks. */
export function deviceOf(topic: string): string | null {
  const [, own] = OWN.exec(topic) ?? []
  if (own !== undefined) return own
  const [, user, device] = OWNTRACKS.exec(topic) ?? []
  return device === undefined ? null : `${user}/${device}`
}

/** `{"command": text}` to `flotta/<device>/commands`; OwnTracks has a form of its own. null: the text is empty, too long, or not printable. */
export function commandFor(
  text: string,
  device_id: string,
  profile: Profile | undefined,
): MqttMessage | null {
  const command = text.trim()
  if (command === '' || command.length > LONGEST_COMMAND || !/^[^\p{Cc}]+$/u.test(command))
    return null
  const [topic, message] =
    profile?.code === 'owntracks'
      ? [`owntracks/${device_id}/cmd`, { _type: 'cmd', action: command }]
      : [`flotta/${device_id}/commands`, { command }]
  return { topic, payload: Buffer.from(JSON.stringify(message)) }
}
