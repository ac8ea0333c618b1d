// A fact of a card on a line of its own: an icon for its kind, and its text.
import { Group, Text } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** A long word is broken so that it stays within its card; a long text continues on the next line, with the icon beside the first. */
export const IconLine = ({
  icon: Icon,
  label,
  children,
}: {
  readonly icon: TablerIcon
  /** What the text is, for readers to whom the icon says nothing: on hover, and for screen readers. Absent: the text says it. */
  readonly label?: string
  readonly children: ReactNode
}) => (
  <Group gap={8} wrap="nowrap" align="first baseline" fz="sm" title={label}>
    <Icon
      size={16}
      stroke={1.75}
      aria-hidden
      style={{ flex: 'none', position: 'relative', top: 3 }}
      color="var(--flotta-text-quiet)"
    />
    <Text size="sm" component="div" style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      {label !== undefined && <span className="flotta-hidden">{label}: </span>}
      {children}
    </Text>
  </Group>
)
