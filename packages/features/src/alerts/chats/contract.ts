// Chats that are told of alerts, in Slack, Teams and Telegram, by their public APIs.
import { ById, endpoint, Id, requiredText, text } from '@flotta/core/contract.ts'
import { nameText } from '@flotta/core/names.ts'
import { optional, resource } from '@flotta/core/resource.ts'
import { z } from 'zod'

export const ChatKind = z.enum(['slack', 'teams', 'telegram'])
export type ChatKind = z.infer<typeof ChatKind>

/** The most chats of a company. */
export const MOST_CHATS = 50

/** `chat_id`: Telegram's number or name of the chat; null for others. `ready` false: the secret has to be entered again after a restore. */
export const Chat = z.object({
  id: Id,
  name: z.string(),
  kind: ChatKind,
  chat_id: z.string().nullable(),
  ready: z.boolean(),
})
export type Chat = z.infer<typeof Chat>

/**
 * `secret`: the webhook address of Slack or Teams, the token of the Telegram bot; no answer contains it. Configurations refer to a chat by its `name`, so the
 * name cannot change.
 */
export const ChatForm = z.object({ secret: requiredText(2_000), chat_id: optional(text(100)) })
export const chats = resource('alerts/chats', {
  record: Chat,
  form: ChatForm,
  search: ['name'],
  create_only: { name: nameText(60), kind: ChatKind },
})

/** `error` null: the chat accepted it; else why not, in the reader's language. */
export const ChatTest = z.object({ error: z.string().nullable() })
export const testChat = endpoint({
  method: 'POST',
  path: '/alerts/chats/:id/test',
  summary: 'Write a test into a chat at once, and say whether the chat took it',
  allow: 'edit',
  scope: { record: 'alerts/chats' },
  params: ById,
  reply: ChatTest,
})
