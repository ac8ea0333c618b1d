import { expect, test } from 'vitest'
import { CHAT } from '../../alert-configurations/web/useConfigurations.ts'
import { type DifferenceInput, faultOf, nextDifference, targetsOf } from './difference-inputs.ts'

const input = (more: Partial<DifferenceInput>): DifferenceInput => ({
  ...nextDifference([]),
  to: 'notte@rossi.example',
  vehicle_ids: [2],
  ...more,
})
const RULE = [1, 2, 3]
const CHATS = ['Sala']

test.each([
  [
    'an address means an e-mail',
    {},
    { alert_channel_id: 1, destination: 'notte@rossi.example', only: [2] },
  ],
  [
    'digits mean a telephone number, with the Italian prefix if none is given',
    { to: ' 333 1234 ' },
    { alert_channel_id: 2, destination: '+39333 1234', only: [2] },
  ],
  [
    'the name of a chat means that chat',
    { to: 'Sala' },
    { alert_channel_id: CHAT, destination: 'Sala', only: [2] },
  ],
  [
    'a recipient may be excluded for some vehicles',
    { side: 'except' as const },
    { alert_channel_id: 1, destination: 'notte@rossi.example', except: [2] },
  ],
  [
    'a vehicle that has left the rule is ignored',
    { vehicle_ids: [2, 9] },
    { alert_channel_id: 1, destination: 'notte@rossi.example', only: [2] },
  ],
])('%s [alert-configurations.61]', (_, more, target) => {
  expect(targetsOf([input(more)], RULE, CHATS)).toEqual([target])
})

test.each([
  ['no recipient', { to: ' ' }],
  ['half an address', { to: 'notte@' }],
  ['an unknown chat', { to: 'Ufficio' }],
  ['no vehicle', { vehicle_ids: [] }],
  ['no vehicle of the rule', { vehicle_ids: [9] }],
])(
  'a difference with %s is incomplete and notifies nobody [alert-configurations.61]',
  (_, more) => {
    expect(targetsOf([input(more)], RULE, CHATS)).toEqual([])
    expect(faultOf([input(more)], RULE, CHATS, [])).toBe('alert_rules.difference_whole')
  },
)

test('a recipient who is notified already or is named twice is refused [alert-configurations.61]', () => {
  const stored = { alert_channel_id: 1, destination: 'Notte@rossi.example' }
  expect(faultOf([input({})], RULE, CHATS, [stored])).toBe('alert_rules.difference_known')
  expect(faultOf([input({}), input({ place: 1 })], RULE, CHATS, [])).toBe(
    'alert_rules.difference_known',
  )
  expect(faultOf([input({}), input({ place: 1, to: 'Sala' })], RULE, CHATS, [])).toBeNull()
})
