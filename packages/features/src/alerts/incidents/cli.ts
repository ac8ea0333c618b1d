// The command `alert list`.
import { type Command, command } from '@flotta/platform/cli.ts'
import { z } from 'zod'
import { type AgreementId, agreements } from '../../fleet/agreements/contract.ts'
import { alertDefinitions } from './catalogue.ts'
import { channels, SMS_ALERTS } from './contract.ts'

const severities = ['event', 'warning', 'alarm'] as const

export const commands: readonly Command[] = [
  command({
    noun: 'alert',
    verb: 'list',
    summary: 'The catalogue of alerts: who sees each by which agreement, and how it can be sent',
    options: z.object({}),
    columns: ['id', 'code', 'severity', 'agreement_id', 'agreement', 'owner', 'channels'],
    run: async () =>
      alertDefinitions.map(d => ({
        ...d,
        severity: `${d.severity} ${severities[d.severity]}`,
        agreement: agreements[d.agreement_id as AgreementId],
        channels: channels
          .filter(c => c.code !== 'sms' || SMS_ALERTS.includes(d.id))
          .map(c => c.code)
          .join(', '),
      })),
  }),
]
