// Writes into chats: from the outbox with its retries, to addresses on the public Internet alone.
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { addToOutbox, outboxTask } from '@flotta/platform/outbox.ts'
import { Outward } from '@flotta/platform/outward.ts'
import { NoFurtherTry } from '@flotta/platform/queue.ts'
import { type ChatMessage, chatRequest, isFinal } from './rules.ts'
import './tables.ts'

const TIMEOUT_MS = 10_000
const MOST_ANSWER = 65_536

/** Sends one message at once. Errors never name the secret. */
export async function sendToChat(
  { db, config }: Pick<Context, 'db' | 'config'>,
  id: number,
  message: ChatMessage,
): Promise<void> {
  const chat = await db
    .selectFrom('chats')
    .select(['kind', 'secret', 'chat_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (chat === undefined) throw new NoFurtherTry('the chat was removed')
  if (chat.secret === '') throw new NoFurtherTry('the chat has no secret')
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
  if (fault === 'private') throw new NoFurtherTry('the address of the chat is private')
  if (status === null) throw new Error(`the chat could not be reached: ${fault ?? 'unreachable'}`)
  if (status >= 200 && status < 300) return
  const text = `the chat answered ${status}`
  throw isFinal(status) ? new NoFurtherTry(text) : new Error(text)
}

export const chatTask = outboxTask(
  'chat',
  'chat',
  () => true,
  ({ recipient, subject, body }, ctx) => sendToChat(ctx, Number(recipient), { subject, body }),
)
/** In the transaction that is its reason. @returns its id in the outbox */
export const queueChat = (
  db: Db | Tx,
  id: number,
  { subject, body }: ChatMessage,
  now: number,
): Promise<number> =>
  addToOutbox(db, 'chat', chatTask, { recipient: String(id), subject, body }, now)
