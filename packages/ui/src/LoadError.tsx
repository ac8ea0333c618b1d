// A failure to load something: its reason, and a button to try again.
import { Button, Stack, Text } from '@mantine/core'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { messageOf } from './api.ts'

export function LoadError({
  error,
  onRetry,
}: {
  readonly error: unknown
  readonly onRetry?: () => void
}) {
  const { t } = useTranslation()
  return (
    <Stack align="center" gap="sm" px="lg" py="xl" ta="center" role="alert">
      <IconCloudOff size={28} stroke={1.5} color="var(--flotta-text-quiet)" aria-hidden />
      <Text maw={360}>{messageOf(error)}</Text>
      {onRetry !== undefined && (
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={onRetry}
        >
          {t('ui.retry')}
        </Button>
      )}
    </Stack>
  )
}
