// Chats: the message of each service, and which secrets are valid.
import { expect, test } from 'vitest'
import { chatFaults, chatRequest } from './rules.ts'

const message = { subject: 'Allarme · FR123KL', body: 'T1 −10,9 °C <limite −15> & oltre' }
test('Slack gets a text with its marks escaped [chats.1]', () => {
  const secret = 'https://hooks.slack.example/services/T/B/x'
  expect(chatRequest({ kind: 'slack', secret, chat_id: null }, message)).toEqual({
    url: secret,
    body: { text: '*Allarme · FR123KL*\nT1 −10,9 °C &lt;limite −15&gt; &amp; oltre' },
  })
})
test('Teams gets an adaptive card [chats.1]', () => {
  const secret = 'https://prod.workflows.example/hook'
  const { url, body } = chatRequest({ kind: 'teams', secret, chat_id: null }, message)
  expect(url).toBe(secret)
  expect(body).toMatchObject({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          type: 'AdaptiveCard',
          body: [{ text: message.subject }, { text: message.body }],
        },
      },
    ],
  })
})
test('Telegram gets a message of the bot, cut to the length that Telegram accepts [chats.1]', () => {
  const long = { subject: 'Allarme', body: 'x'.repeat(9_000) }
  const { url, body } = chatRequest({ kind: 'telegram', secret: '1:abc', chat_id: '-100' }, long)
  expect(url).toBe('https://api.telegram.org/bot1:abc/sendMessage')
  expect(body).toMatchObject({ chat_id: '-100', text: `Allarme\n${'x'.repeat(4_000)}` })
})
const TOKEN = '123456:ABC-DEF1234ghIkl-zyx57W2v1u'
test.each<[string, Parameters<typeof chatFaults>[0], string[]]>([
  [
    'an address of Slack is accepted',
    { kind: 'slack', secret: 'https://a.example/x', chat_id: null },
    [],
  ],
  [
    'a secret that is not an address is refused',
    { kind: 'teams', secret: 'a.example', chat_id: null },
    ['secret'],
  ],
  [
    'an address with an account is refused',
    { kind: 'slack', secret: 'https://u:p@a.example', chat_id: null },
    ['secret'],
  ],
  [
    'a token and a chat of Telegram are accepted',
    { kind: 'telegram', secret: TOKEN, chat_id: '-100123' },
    [],
  ],
  [
    'a channel of Telegram by its name is accepted',
    { kind: 'telegram', secret: TOKEN, chat_id: '@rossi' },
    [],
  ],
  [
    'Telegram without a chat is refused',
    { kind: 'telegram', secret: TOKEN, chat_id: null },
    ['chat_id'],
  ],
  [
    'an address as a token of Telegram is refused',
    { kind: 'telegram', secret: 'https://a.example', chat_id: '1' },
    ['secret'],
  ],
  [
    'a secret that stays unchanged is accepted',
    { kind: 'slack', secret: undefined, chat_id: null },
    [],
  ],
])('%s [chats.2]', (_, chat, fields) => {
  expect(Object.keys(chatFaults(chat))).toEqual(fields)
})
