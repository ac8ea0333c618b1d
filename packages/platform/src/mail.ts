// Mails, by SMTP.
import { createTransport } from 'nodemailer'
import type { Config } from './config.ts'
import type { Db, Tx } from './db.ts'
import { addToOutbox, type OutboxMessage, type Outgoing, outboxTask } from './outbox.ts'
import { NoFurtherTry } from './queue.ts'

/** Sends one mail at once. @returns the answer of the mail server */
export async function sendMail(
  mail: Outgoing,
  config: Pick<Config, 'SMTP_URL' | 'FLOTTA_MAIL_FROM' | 'publicUrl'>,
): Promise<string> {
  const { hostname } = new URL(config.publicUrl)
  const transport = createTransport({
    url: config.SMTP_URL,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  } as Transport)
  try {
    const { response } = await transport.sendMail({
      from: config.FLOTTA_MAIL_FROM,
      // Given as an object, so that an address with a comma is not read as a list.
      to: { name: '', address: mail.recipient },
      subject: mail.subject,
      text: mail.body,
      ...(mail.html !== '' && { html: mail.html }),
      attachments: mail.attachments.map(({ name, type, bytes }) => ({
        filename: name,
        contentType: type,
        content: Buffer.from(bytes),
      })),
      messageId: `<flotta.${mail.key}@${hostname}>`,
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    })
    return response
  } catch (error) {
    throw isRefusal(error) ? new NoFurtherTry(error.message) : error
  } finally {
    transport.close()
  }
}
export const mailTask = outboxTask(
  'email',
  'mail',
  config => config.SMTP_URL !== undefined,
  async (mail, { config }) => void (await sendMail(mail, config)),
)
/** Checks that the server answers and accepts the sign-in. */
export async function verifyMail({ SMTP_URL }: Pick<Config, 'SMTP_URL'>): Promise<true> {
  const transport = createTransport({
    url: SMTP_URL,
    connectionTimeout: 4_000,
    greetingTimeout: 4_000,
    socketTimeout: 4_000,
  } as Transport)
  try {
    return await transport.verify()
  } finally {
    transport.close()
  }
}
type Transport = Parameters<typeof createTransport>[0]

/** Whether the server will never accept the message because of its address or content. A refused sign-in is different: the operator may correct it. */
function isRefusal(error: unknown): error is Error {
  const {
    responseCode = 0,
    code,
    command,
  } = error as { readonly responseCode?: number; readonly code?: string; readonly command?: string }
  return (
    error instanceof Error &&
    responseCode >= 500 &&
    ((code === 'EENVELOPE' && command === 'RCPT TO') || code === 'EMESSAGE')
  )
}

/** Adds the mail in the transaction that causes it. @returns its id in the outbox */
export const queueMail = (db: Db | Tx, mail: OutboxMessage, now: number): Promise<number> =>
  addToOutbox(db, 'email', mailTask, mail, now)
