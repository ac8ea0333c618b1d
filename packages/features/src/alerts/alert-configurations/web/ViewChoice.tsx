// The choice whether the screen of alert configurations shows rules or vehicles; it is kept in the address.
import { SegmentedControl } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ConfigurationsView } from './address.ts'

const views: readonly ConfigurationsView[] = ['rules', 'vehicles']

export function ViewChoice({ value }: { readonly value: ConfigurationsView }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <SegmentedControl
      aria-label={t('alert_configurations.view.title')}
      value={value}
      data={views.map(view => ({ value: view, label: t(`alert_configurations.view.${view}`) }))}
      onChange={view => void navigate({ to: '.', search: () => ({ view }) as never })}
    />
  )
}
