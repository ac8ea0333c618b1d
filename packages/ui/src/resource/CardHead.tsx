// The head of a record's card: its name, and a quiet line below it.
import { Text } from '@mantine/core'

/** @param facts what stands in the quiet line, side by side; those that are missing are left out */
export const CardHead = ({
  name,
  facts,
}: {
  readonly name: string
  readonly facts: readonly (string | null | undefined)[]
}) => (
  <>
    <Text fw={550} truncate title={name}>
      {name}
    </Text>
    <Text size="sm" c="dimmed" truncate>
      {facts.filter(Boolean).join(' · ') || '—'}
    </Text>
  </>
)
