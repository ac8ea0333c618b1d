// A secondary action below a button.
import { Anchor } from '@mantine/core'

export const TextButton = ({
  label,
  onClick,
}: {
  readonly label: string
  readonly onClick: () => void
}) => (
  <Anchor component="button" type="button" size="sm" ta="center" onClick={onClick}>
    {label}
  </Anchor>
)
