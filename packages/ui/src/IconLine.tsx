// A fact of a card on a line of its own: a picture of its kind, and what it is.
import { Group, Text } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

export const IconLine = ({ icon: Icon, children }: { readonly icon: TablerIcon; readonly children: ReactNode }) => (
  <Group gap={8} wrap="nowrap" fz="sm">
    <Icon size={16} stroke={1.75} aria-hidden style={{ flex: 'none' }} color="var(--flotta-text-quiet)" />
    <Text size="sm" truncate component="div">
      {children}
    </Text>
  </Group>
)
