// The outcome of a request to a tracker: the failure to send it, or its text and state until it is answered.
import { query } from '@flotta/ui/api.ts'
import { FormError } from '@flotta/ui/FormError.tsx'
import { Code, Group, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type ParameterAnswer, parameterAnswer } from '../contract.ts'

const LOOKS_EVERY_MS = 1_000
const isOpen = ({ state }: Pick<ParameterAnswer, 'state'>): boolean =>
  state === 'queued' || state === 'sent'

interface AnswerProps {
  readonly id: number
  readonly first: ParameterAnswer
  /** Shown for an answer whose text is hidden. */
  readonly done?: string | undefined
}
export function RequestOutcome({
  error,
  first,
  ...of
}: Omit<AnswerProps, 'first'> & {
  readonly error: Error | null
  readonly first: ParameterAnswer | undefined
}) {
  return (
    <>
      <FormError error={error} />
      {first !== undefined && <Answer key={first.command_id} first={first} {...of} />}
    </>
  )
}

function Answer({ id, first, done }: AnswerProps) {
  const { t } = useTranslation()
  const { data = first } = useQuery({
    ...query(parameterAnswer, { params: { id }, query: { command_id: first.command_id } }),
    refetchInterval: ({ state: { data: answer } }) =>
      answer === undefined || isOpen(answer) ? LOOKS_EVERY_MS : false,
  })
  const values = Object.entries(data.values ?? {})
  return (
    <Stack gap="xs" aria-live="polite">
      <Group gap="sm">
        <Code style={{ overflowWrap: 'anywhere' }}>{data.text}</Code>
        <Text size="sm" c="dimmed">
          {done !== undefined && data.state === 'answered' && data.answer === null
            ? done
            : t(`area.parameter_state.${data.state}`)}
        </Text>
      </Group>
      {values.length > 0 ? (
        <Table withTableBorder>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={120}>{t('area.parameter')}</Table.Th>
              <Table.Th>{t('area.value')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {values.map(([parameter, value]) => (
              <Table.Tr key={parameter}>
                <Table.Td>{parameter}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : (
        data.answer !== null && (
          <Code block aria-label={t('area.answer')} style={{ whiteSpace: 'pre-wrap' }}>
            {data.answer}
          </Code>
        )
      )}
    </Stack>
  )
}
