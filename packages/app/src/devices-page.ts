// The page docs/devices.md: the readings and commands of each protocol, from its profiles.
import type { Profile, Protocol } from '@flotta/core/protocol.ts'

const HEAD = `# Devices

Made by \`npm run devices\` from the protocols and their profiles. Do not edit this page.

Every protocol has a port of its own; on \`FLOTTA_TRACKER_PORT\` (5000) the first bytes say which one is spoken. A model without a profile of its own is registered with its protocol alone: \`device create --protocol gt06\`. Values that no profile names are stored all the same.
`

/** Published frames from the tests of open gateways: for each protocol the number that was tried, read, and refused. */
const TRIED = [
  ['coban', 79, 79, 0, 'photos are not fetched'],
  ['gt06', 173, 149, 24, 'places of camera events, OBD texts and Wi-Fi lists stay raw'],
  ['h02', 74, 73, 1, 'cells stay raw'],
  ['jt808', 71, 62, 9, 'items whose meaning differs by maker stay raw'],
  ['meitrack', 42, 32, 10, 'photos are not fetched'],
  ['queclink', 136, 134, 2, 'the dialect without a version and the binary mode are refused'],
  ['ruptela', 14, 12, 2, 'photos are not fetched'],
  ['teltonika', 35, 27, 8, 'a vendor option with a group that no mark announces is refused'],
  ['wialon', 19, 17, 2, 'pictures are answered and not kept'],
] as const
const triedFrames = `
## Tried with frames of real devices
Refused are those whose checksum or length is wrong as published, or that are cut; a device sends them again.

| Protocol | Frames | Read | Refused | Left |
| --- | --- | --- | --- | --- |
${TRIED.map(row => `| ${row.join(' | ')} |`).join('\n')}
`

/** Why a family cannot be asked for its position, or given a reporting interval. */
const LEFT_OUT = [
  ['Queclink', 'interval', 'the command for it sets the other fields of the report as well'],
  [
    'Teltonika beside FMB, FMC and FMM',
    'interval',
    'the numbers of the parameters differ; they can be set one by one',
  ],
  ['Ruptela', 'both', 'no public list has certain texts for them'],
  ['H02', 'position', 'models differ in the word for it'],
  ['Wialon IPS, own JSON by MQTT', 'both', 'the protocol leaves the texts to the device'],
  ['OsmAnd, Traccar Client', 'both', 'nothing goes to the telephone'],
  ['OwnTracks', 'interval', 'it is a setting of the application'],
] as const
const leftOut = `
## Where it is, and how often it reports
A tracker that is asked for its place sends it as a record, which is stored like any other. A tracker that is told an interval reports that often while it moves: a GT06 and a JT/T 808 keep to it with the ignition off as well, a Teltonika in every network. A Coban takes seconds, minutes or hours of two digits, a Meitrack tens of seconds. Requests whose text is not certain are not offered:

| Family | Not offered | Because |
| --- | --- | --- |
${LEFT_OUT.map(row => `| ${row.join(' | ')} |`).join('\n')}
`

/** `temp1`, `temp2`, `temp3` as `temp1–3`. */
function groupWords(words: readonly string[]): string {
  const byStem = new Map<string, string[]>()
  for (const word of [...new Set(words)].sort()) {
    const [, before = word, number, behind = ''] = /^([a-z_]*?[a-z])(\d+)(_\w+)?$/.exec(word) ?? []
    const key = number === undefined ? word : `${before}#${behind}`
    byStem.set(key, [...(byStem.get(key) ?? []), number ?? ''])
  }
  return [...byStem]
    .map(([stem, numbers]) => {
      if (!stem.includes('#')) return stem
      const sorted = numbers.map(Number).sort((a, b) => a - b)
      const [first] = sorted
      const range = sorted.length === 1 ? String(first) : `${first}–${sorted.at(-1)}`
      return stem.replace('#', range)
    })
    .join(', ')
}

const COMMANDS = {
  'what it is': { command: 'getver', command_data: {} },
  'how it is': { command: 'getinfo', command_data: {} },
  'where it is': { command: 'position', command_data: {} },
  'how often it reports': { command: 'interval', command_data: { seconds: 60 } },
  'output on and off': { command: 'switch', command_data: { output: 'out1', on: true } },
  'texts of your own': { command: 'custom', command_data: { text: 'text' } },
} as const

function commandsOf({ commandText }: Profile): string {
  const possible = Object.entries(COMMANDS).flatMap(([name, command]) => {
    const text = commandText?.({ id: 0, ...command })
    return text === undefined ? [] : [command.command === 'custom' ? name : `${name} (\`${text}\`)`]
  })
  return possible.length === 0 ? 'none' : possible.join(', ')
}

function sectionOf(protocol: Protocol): string {
  const { name, port, tcp, udp, mqtt, profiles, set_up = [] } = protocol
  const ways = [tcp && 'TCP, TLS', udp && 'UDP', mqtt && 'MQTT'].filter(Boolean).join(', ')
  const listens = (tcp ?? udp) ? `, port ${port.default} (\`${port.variable}\`)` : ''
  const rows = profiles.flatMap(profile => [
    `### ${profile.name} (\`${profile.code}\`)`,
    `- Read: position, ${groupWords(profile.parameters.map(({ word }) => word))}.`,
    `- Commands: ${commandsOf(profile)}.`,
    '',
  ])
  const steps = set_up.map(line =>
    line.replaceAll('{port}', String(port.default)).replaceAll(/\{(host|apn)\}/g, '<$1>'),
  )
  return [
    `## ${name}`,
    `${ways}${listens}.`,
    '',
    ...(steps.length === 0
      ? []
      : ['To point a device at the server:', ...steps.map(s => `- ${s}`), '']),
    ...rows,
  ].join('\n')
}

export const devicesPage = (protocols: readonly Protocol[]): string =>
  `${HEAD}\n${protocols.map(sectionOf).join('\n').trimEnd()}\n${leftOut}${triedFrames}`
