// The sign of an activity that the driver's card began.
import { Tooltip } from '@mantine/core'
import { IconNfc } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

export function CardSign() {
  const { t } = useTranslation()
  return (
    <Tooltip label={t('activities.by_card')}>
      <IconNfc size={14} role="img" aria-label={t('activities.by_card')} style={{ flex: 'none' }} />
    </Tooltip>
  )
}
