// The button of three dots that opens the menu of a line.
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'

export const MoreButton = ({
  label,
  className = '',
}: {
  readonly label: string
  readonly className?: string | undefined
}) => (
  <Menu.Target>
    <ActionIcon className={className} aria-label={label}>
      <IconDots size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  </Menu.Target>
)
