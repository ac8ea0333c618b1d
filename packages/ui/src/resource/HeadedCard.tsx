// The card of a record with its name as the head, and a line of facts below it.
import { Text } from '@mantine/core'
import type { Editable, EditCardProps } from './card-kind.ts'
import { EditCard } from './EditCard.tsx'
import type { RecordOf } from './useRecords.ts'

interface CardHead {
  readonly name: string
  /** The facts of the line, side by side; missing ones are left out. */
  readonly facts: readonly (string | null | undefined)[]
}
interface HeadedCardProps<R extends Editable, V extends object>
  extends Omit<EditCardProps<R, V>, 'head'> {
  readonly headOf: (record: RecordOf<R>) => CardHead
}

export const HeadedCard = <R extends Editable, V extends object>({
  headOf,
  ...card
}: HeadedCardProps<R, V>) => (
  <EditCard {...card} head={card.record !== null && <Head {...headOf(card.record)} />} />
)

const Head = ({ name, facts }: CardHead) => (
  <>
    <Text fw={550} truncate title={name}>
      {name}
    </Text>
    <Text size="sm" c="dimmed" truncate>
      {facts.filter(Boolean).join(' · ') || '—'}
    </Text>
  </>
)
