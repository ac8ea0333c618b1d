// Sends messages to chats: from the outbox with its retries, and only to addresses on the public Internet.
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { addToOutbox, outboxTask } from '@flotta/platform/outbox.ts'
import { Outward } from '@flotta/platform/outward.ts'
import { NoFurtherTry } from '@flotta/platform/queue.ts'
import { type ChatMessage, chatRequest, isFinal } from './rules.ts'
import './tables.ts'

const TIMEOUT_MS = 10_000
const MOST_ANSWER = 65_536

/** Why a chat did not accept a message; `answered`: with a status that is no success. */
export interface ChatFailure {
  readonly code: 'removed' | 'no_secret' | 'private' | 'unreachable' | 'answered'
  readonly status: number | null
}
const failure = (code: ChatFailure['code'], status: number | null = null): ChatFailure => ({
  code,
  status,
})

/** Sends one message at once. null: the chat accepted it. */
export async function postToChat(
  { db, config }: Pick<Context, 'db' | 'config'>,
  id: number,
  message: ChatMessage,
): Promise<ChatFailure | null> {
  const chat = await db
    .selectFrom('chats')
    .select(['kind', 'secret', 'chat_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (chat === undefined) return failure('removed')
  if (chat.secret === '') return failure('no_secret')
  const { url, body } = chatRequest(chat, message)
  const outward = new Outward()
  const { status, fault } = await outward
    .post({
      url,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'user-agent': 'Flotta' },
      anywhere: config.FLOTTA_WEBHOOK_PRIVATE,
      timeout: TIMEOUT_MS,
      most: MOST_ANSWER,
    })
    .finally(() => outward.close())
  if (fault === 'private') return failure('private')
  if (status === null) return failure('unreachable')
  return status >= 200 && status < 300 ? null : failure('answered', status)
}

/** The same for the outbox, whose errors the operator reads. They never contain the secret. */
export async function sendToChat(
  ctx: Pick<Context, 'db' | 'config'>,
  id: number,
  message: ChatMessage,
): Promise<void> {
  const failed = await postToChat(ctx, id, message)
  if (failed === null) return
  const { code, status } = failed
  const text = {
    removed: 'the chat was removed',
    no_secret: 'the chat has no secret',
    private: 'the address of the chat is private',
    unreachable: 'the chat could not be reached',
    answered: `the chat answered ${status}`,
  }[code]
  const mayPass = code === 'unreachable' || (status !== null && !isFinal(status))
  throw mayPass ? new Error(text) : new NoFurtherTry(text)
}

export const chatTask = outboxTask(
  'chat',
  'chat',
  () => true,
  ({ recipient, subject, body }, ctx) => sendToChat(ctx, Number(recipient), { subject, body }),
)
/**
 * Queues a message in the caller's transaction.
 * @returns its id in the outbox
 */
export const queueChat = (
  db: Db | Tx,
  id: number,
  { subject, body }: ChatMessage,
  now: number,
): Promise<number> =>
  addToOutbox(db, 'chat', chatTask, { recipient: String(id), subject, body }, now)
