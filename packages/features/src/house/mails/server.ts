// The outbox: the queue sends mails and SMS, and a job removes them after a month.
import { every, feature } from '@flotta/platform/feature.ts'
import { mailTask } from '@flotta/platform/mail.ts'
import { purgeOutbox, queueWaiting } from '@flotta/platform/outbox.ts'
import { smsTask } from '@flotta/platform/sms.ts'

export default feature({
  tasks: [mailTask, smsTask],
  start: { worker: ctx => queueWaiting(ctx, { email: mailTask, sms: smsTask }) },
  jobs: [every('mails_purge', 3_600, purgeOutbox)],
})
