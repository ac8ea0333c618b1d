// The request that sends a text to a chat of each service, and the form of addresses and tokens. Pure.
import type { ChatKind } from './contract.ts'

const TELEGRAM = 'https://api.telegram.org'
/** The most characters of a message, below the limit of each service. */
const MOST: Readonly<Record<ChatKind, number>> = { slack: 30_000, teams: 8_000, telegram: 4_000 }

export interface ChatMessage {
  readonly subject: string
  readonly body: string
}
export interface ChatRequest {
  readonly url: string
  readonly body: object
}
/** Escapes the three characters that Slack treats as markup. */
const slackText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * The request for a chat.
 * @param chat_id only for Telegram
 */
export function chatRequest(
  { kind, secret, chat_id }: { kind: ChatKind; secret: string; chat_id: string | null },
  { subject, body }: ChatMessage,
): ChatRequest {
  const text = body.slice(0, MOST[kind])
  switch (kind) {
    case 'slack':
      return { url: secret, body: { text: `*${slackText(subject)}*\n${slackText(text)}` } }
    case 'teams':
      return {
        url: secret,
        body: {
          type: 'message',
          attachments: [
            {
              contentType: 'application/vnd.microsoft.card.adaptive',
              contentUrl: null,
              content: {
                $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
                type: 'AdaptiveCard',
                version: '1.4',
                body: [
                  { type: 'TextBlock', text: subject, weight: 'Bolder', wrap: true },
                  { type: 'TextBlock', text, wrap: true },
                ],
              },
            },
          ],
        },
      }
    case 'telegram':
      return {
        url: `${TELEGRAM}/bot${secret}/sendMessage`,
        body: {
          chat_id,
          text: `${subject}\n${text}`,
          link_preview_options: { is_disabled: true },
        },
      }
  }
}

/** The text keys of the errors of a chat, by field. */
export function chatFaults({
  kind,
  secret,
  chat_id,
}: {
  readonly kind: ChatKind
  /** undefined: the stored secret stays. */
  readonly secret: string | undefined
  readonly chat_id: string | null
}): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {}
  if (secret !== undefined && kind === 'telegram' && !/^\d+:[\w-]{20,}$/.test(secret))
    faults.secret = 'chats.fault.token'
  if (secret !== undefined && kind !== 'telegram' && !isAddress(secret))
    faults.secret = 'chats.fault.address'
  if (kind === 'telegram' && chat_id === null) faults.chat_id = 'validation.required'
  if (kind === 'telegram' && chat_id !== null && !/^(-?\d+|@\w+)$/.test(chat_id))
    faults.chat_id = 'chats.fault.chat_id'
  return faults
}
function isAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  return (
    (url?.protocol === 'https:' || url?.protocol === 'http:') &&
    url.username === '' &&
    url.password === ''
  )
}

/** Statuses after which another attempt is pointless: the chat or the secret no longer exists, or the message is refused. */
export const isFinal = (status: number): boolean => [400, 401, 403, 404, 410, 422].includes(status)
