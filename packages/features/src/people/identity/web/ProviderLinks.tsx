// The identity providers that a sign-in may go to, one link for each.
import { query } from '@flotta/ui/api.ts'
import { interruption } from '@flotta/ui/interruption.ts'
import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { loginProviders } from '../contract.ts'

export function ProviderLinks() {
  const { t } = useTranslation()
  const page = interruption.snapshot()
  const search = useSearch({ strict: false }) as { readonly next?: string }
  const next = page?.href ?? search.next
  const { data = [] } = useQuery({
    ...query(loginProviders, {}),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (data.length === 0) return null
  const wish = next === undefined ? '' : `?next=${encodeURIComponent(next)}`
  return (
    <Stack gap="xs" mt="lg">
      {page !== null && (
        <Text size="sm" id="leaves-page">
          {t('identity.leaves_page')}
        </Text>
      )}
      {data.map(({ id, name }) => (
        <Button
          key={id}
          component="a"
          variant="default"
          size="md"
          {...(page !== null && { 'aria-describedby': 'leaves-page' })}
          href={`/login/oidc/${id}${wish}`}
        >
          {t('identity.sign_in_with', { name })}
        </Button>
      ))}
    </Stack>
  )
}
