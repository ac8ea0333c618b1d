// The tracker's own parameters: read and set over the air, with the answer by their numbers.
import { call, messageOf, query } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { Alert, Button, Code, Group, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type ParameterAnswer,
  parameterAnswer,
  readParameters,
  writeParameters,
} from '../contract.ts'

const LOOKS_EVERY_MS = 1_000
const isOpen = ({ state }: Pick<ParameterAnswer, 'state'>): boolean =>
  state === 'queued' || state === 'sent'

export function Parameters({ id }: { readonly id: number }) {
  const { t } = useTranslation()
  const [ids, setIds] = useState('2004, 2005')
  const [entry, setEntry] = useState({ id: '', value: '' })
  const request = useMutation({
    mutationFn: (send: () => Promise<ParameterAnswer>) => send(),
    meta: { quiet: true },
  })
  const params = { id }
  const requestRead = () =>
    request.mutate(() =>
      call(readParameters, { params, body: { ids: ids.split(/[\s,;]+/).filter(Boolean) } }),
    )
  const write = async () => {
    const isSure = await confirm({
      title: t('area.write_title', { id: entry.id }),
      text: t('area.write_text'),
      confirm: t('area.write'),
      color: 'orange',
    })
    if (isSure) request.mutate(() => call(writeParameters, { params, body: { values: [entry] } }))
  }
  return (
    <Stack gap="sm" component="section">
      <Title order={3} size="h5">
        {t('area.over_the_air')}
      </Title>
      <Text size="sm">{t('area.over_the_air_text')}</Text>
      <Group align="flex-end" gap="sm" wrap="nowrap">
        <TextInput
          style={{ flex: 1 }}
          label={t('area.parameter_ids')}
          description={t('area.parameter_ids_hint')}
          value={ids}
          onChange={event => setIds(event.currentTarget.value)}
          inputMode="numeric"
          autoComplete="off"
        />
        <Button variant="default" onClick={requestRead} loading={request.isPending}>
          {t('area.read')}
        </Button>
      </Group>
      <Group align="flex-end" gap="sm">
        <TextInput
          w={120}
          label={t('area.parameter')}
          value={entry.id}
          onChange={event => setEntry({ ...entry, id: event.currentTarget.value.trim() })}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextInput
          // a name of a server wants a line of its own on a phone
          style={{ flex: '1 1 160px' }}
          label={t('area.value')}
          value={entry.value}
          onChange={event => setEntry({ ...entry, value: event.currentTarget.value })}
          autoComplete="off"
          spellCheck={false}
        />
        <Button
          variant="default"
          onClick={() => void write()}
          disabled={entry.id === ''}
          loading={request.isPending}
        >
          {t('area.write')}
        </Button>
      </Group>
      {request.error !== null && (
        <Alert color="red" role="alert">
          {messageOf(request.error)}
        </Alert>
      )}
      {request.data !== undefined && (
        <Answer key={request.data.command_id} id={id} first={request.data} />
      )}
    </Stack>
  )
}

function Answer({ id, first }: { readonly id: number; readonly first: ParameterAnswer }) {
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
        <Code>{data.text}</Code>
        <Text size="sm" c="dimmed">
          {t(`area.parameter_state.${data.state}`)}
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
