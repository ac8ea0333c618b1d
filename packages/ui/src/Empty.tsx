// Shown when there is nothing: what would be here, and what to do about it.
import { Stack, Text } from '@mantine/core'
import { IconInbox, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

export function Empty({
  title,
  text,
  icon: Icon = IconInbox,
  action,
}: {
  readonly title: string
  readonly text?: string
  readonly icon?: TablerIcon
  readonly action?: ReactNode
}) {
  return (
    <Stack align="center" gap="xs" px="lg" py="xl" ta="center">
      <Icon size={28} stroke={1.5} color="var(--flotta-text-quiet)" aria-hidden />
      <Text fw={550}>{title}</Text>
      {text !== undefined && (
        <Text size="xs" c="dimmed" maw={320} style={{ textWrap: 'balance' }}>
          {text}
        </Text>
      )}
      {action}
    </Stack>
  )
}
