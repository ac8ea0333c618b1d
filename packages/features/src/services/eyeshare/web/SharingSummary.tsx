// One shared agreement: its name, the other company, its period and its state.

import { formatDay } from '@flotta/core/time.ts'
import { dayAt } from '@flotta/core/zones.ts'
import { useNow } from '@flotta/ui/ticker.ts'
import { Badge, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../../../account.tsx'
import type { Sharing } from '../../../fleet/agreements/contract.ts'
import { agreementColor } from '../../../fleet/agreements/rules.ts'
import shared from '../../panel.module.css'

export function SharingSummary({
  record: { agreement_id, customer_name, active_from, active_to },
}: {
  readonly record: Sharing
}) {
  const { t } = useTranslation()
  const { timezone } = useAccount().customer
  const color = agreementColor({ active_from, active_to }, useNow(60), timezone)
  const day = (at: string) => formatDay(dayAt(Date.parse(at), timezone))
  return (
    <>
      <Text fw={550}>{t(`agreements.name.${agreement_id}`)}</Text>
      <Text size="sm" truncate title={customer_name}>
        {customer_name}
      </Text>
      <Group gap={8} mt={4}>
        <span className={shared.quiet}>
          {day(active_from)} – {active_to === null ? t('eyeshare.no_end') : day(active_to)}
        </span>
        <Badge color={color} variant={color === 'gray' ? 'outline' : 'light'} tt="none">
          {t(`agreements.state.${color}`)}
        </Badge>
      </Group>
    </>
  )
}
