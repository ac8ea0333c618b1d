// Rows of the outbox: mails and SMS, and the files that mails carry.
import '@flotta/platform/db.ts'
import type { OutboxChannel, OutboxFault } from '@flotta/platform/outbox.ts'
import type { Generated } from 'kysely'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    mails: {
      id: Generated<number>
      channel: Generated<OutboxChannel>
      recipient: string
      subject: string
      body: string
      html: string | null
      created_at: Generated<Date>
      sent_at: Date | null
      failed_at: Date | null
      attempts: Generated<number>
      task_id: string | null
      fault: OutboxFault | null
      error: string | null
    }
    mail_attachments: {
      mail_id: number
      position: number
      name: string
      type: string
      bytes: Buffer
    }
  }
}
