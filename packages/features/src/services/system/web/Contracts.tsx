// The agreements on the vehicle: name, period, and state by colour and word.
import { Empty } from '@flotta/ui/Empty.tsx'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { useNow } from '@flotta/ui/ticker.ts'
import { Badge } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ActiveAgreement } from '../../../fleet/agreements/contract.ts'
import { agreementColor } from '../../../fleet/agreements/rules.ts'
import shared from '../../panel.module.css'

export function Contracts({ agreements }: { readonly agreements: readonly ActiveAgreement[] }) {
  const { t } = useTranslation()
  const now = useNow(60)
  if (agreements.length === 0)
    return (
      <Empty
        icon={IconFileOff}
        title={t('system.no_contracts')}
        text={t('system.no_contracts_text')}
      />
    )
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <ul>
      {agreements.map(agreement => {
        const color = agreementColor(agreement, now, zone)
        return (
          <li key={`${agreement.agreement_id} ${agreement.active_from}`} className={shared.row}>
            <div className={shared.grow}>
              {t(`agreements.name.${agreement.agreement_id}`, { defaultValue: agreement.code })}
              <div className={shared.quiet}>
                {formatDateTime(agreement.active_from, 'date')} –{' '}
                {agreement.active_to === null
                  ? t('system.no_end')
                  : formatDateTime(agreement.active_to, 'date')}
              </div>
            </div>
            <Badge color={color} variant={color === 'gray' ? 'outline' : 'light'} tt="none">
              {t(`agreements.state.${color}`)}
            </Badge>
          </li>
        )
      })}
    </ul>
  )
}
