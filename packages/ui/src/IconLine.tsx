// A fact of a card on a line of its own: a picture of its kind, and what it is.
import { Group, Text } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** A long word is broken rather than let out of its card; a long text goes on in the next line, and the picture stays beside the first. */
export const IconLine = ({
  icon: Icon,
  children,
}: {
  readonly icon: TablerIcon
  readonly children: ReactNode
}) => (
  <Group gap={8} wrap="nowrap" align="first baseline" fz="sm">
    <Icon
      size={16}
      stroke={1.75}
      aria-hidden
      style={{ flex: 'none', position: 'relative', top: 3 }}
      color="var(--flotta-text-quiet)"
    />
    <Text size="sm" component="div" style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  </Group>
)
