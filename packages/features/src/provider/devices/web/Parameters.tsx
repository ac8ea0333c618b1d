// The tracker's own parameters: read and set over the air; the answers by parameter number.
import { call } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ParameterAnswer, readParameters, writeParameters } from '../contract.ts'
import { RequestOutcome } from './RequestOutcome.tsx'

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
          // the name of a server needs a line of its own on a phone
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
      <RequestOutcome id={id} error={request.error} first={request.data} />
    </Stack>
  )
}
