// Whether the coupled vehicle is authorised; nothing when it is not configured.
import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { BeaconState } from '../rules.ts'

export function AuthorizedBadge({ state }: { readonly state: BeaconState }) {
  const { t } = useTranslation()
  if (state !== 'authorized' && state !== 'unauthorized') return null
  return (
    <Badge
      color={state === 'authorized' ? 'green' : 'red'}
      variant="light"
      tt="none"
      style={{ flex: 'none' }}
    >
      {t(`tandt.state.${state}`)}
    </Badge>
  )
}
