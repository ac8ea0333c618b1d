// Wiring by trying: somebody opens a door or turns a key, and the screen offers the input that changed.
import type { ReplyOf } from '@flotta/core/contract.ts'
import { now } from '@flotta/ui/clock.ts'
import { FormError } from '@flotta/ui/FormError.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { formatDateTime, formatNumber } from '@flotta/ui/texts.ts'
import { Button, Code, Group, Loader, Select, Stack, Text, Title } from '@mantine/core'
import { type UseQueryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeviceInput, WiredDevice } from '../../registry/contract.ts'
import type { setWiring } from '../contract.ts'
import {
  changedInputs,
  firstMeaning,
  invertedWord,
  isWarmed,
  type WiredMeaning,
  wiredMeanings,
  wiredValue,
  wordFor,
} from '../wiring.ts'

type WiringRecord = Readonly<Record<string, string>>
export interface WiringSource {
  readonly read: Pick<UseQueryOptions<WiredDevice>, 'queryKey' | 'queryFn'>
  readonly wire: (wiring: WiringRecord) => Promise<ReplyOf<typeof setWiring>>
}
interface WiringProps {
  readonly source: WiringSource
  /** The wiring of the tracker that this one replaces. */
  readonly previous?: WiringRecord
}
const LOOKS_EVERY_MS = 1_000

export function Wiring({ source, previous = {} }: WiringProps) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({ ...source.read, refetchInterval: LOOKS_EVERY_MS })
  const wire = useMutation({
    mutationFn: source.wire,
    meta: { quiet: true },
    onSuccess: () => queries.invalidateQueries({ queryKey: source.read.queryKey }),
  })
  if (data === undefined)
    return <LoadingRows error={error} onRetry={() => void refetch()} rows={3} />
  return (
    <Stack gap="sm" component="section">
      <Title order={3} size="h5">
        {t('devices.wiring.title')}
      </Title>
      <FormError error={wire.error} />
      <WiredList device={data} onWire={wire.mutate} />
      {Object.keys(previous).length > 0 && Object.keys(data.wiring).length === 0 && (
        <Group gap="sm" justify="space-between" wrap="nowrap">
          <Text size="sm">{t('devices.wiring.previous')}</Text>
          <Button variant="default" onClick={() => wire.mutate(previous)}>
            {t('devices.wiring.take_over')}
          </Button>
        </Group>
      )}
      <Search device={data} onWire={wire.mutate} />
    </Stack>
  )
}

interface PartProps {
  readonly device: WiredDevice
  readonly onWire: (wiring: WiringRecord) => void
}

function useNames() {
  const { t } = useTranslation()
  const meaningName = (meaning: string): string =>
    (wiredMeanings as readonly string[]).includes(meaning)
      ? t(`devices.wiring.meaning.${meaning as WiredMeaning}`)
      : meaning
  const inputName = (word: string): string => {
    const [, number] = /^in(\d)$/.exec(word) ?? []
    return number === undefined ? word : t('devices.wiring.input', { number })
  }
  const valueName = (value: number, word: string): string =>
    /temp\d$/.test(word)
      ? `${formatNumber(value, { decimals: 1 })} °C`
      : t(value === 0 ? 'devices.wiring.off' : 'devices.wiring.on')
  return { meaningName, inputName, valueName }
}

/** The inputs that are wired, with their current values. */
function WiredList({ device: { wiring, inputs }, onWire }: PartProps) {
  const { t } = useTranslation()
  const { meaningName, inputName, valueName } = useNames()
  return (
    <Stack gap={4} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {Object.entries(wiring).map(([meaning, word]) => {
        const value = wiredValue(inputs, word)
        const input = word.replace(/^!/, '')
        return (
          <Group key={meaning} component="li" gap="sm" justify="space-between" wrap="nowrap">
            <Text size="sm" style={{ flex: 1 }}>
              {meaningName(meaning)} · {inputName(input)}
              {word !== input && ` · ${t('devices.wiring.inverted')}`}
              {value !== null &&
                ` · ${t('devices.wiring.now', { value: valueName(value, input) })}`}
            </Text>
            {!isWarmed(meaning) && (
              <Button
                size="xs"
                variant="subtle"
                aria-label={`${t('devices.wiring.invert')}: ${meaningName(meaning)}`}
                onClick={() => onWire({ [meaning]: invertedWord(word) })}
              >
                {t('devices.wiring.invert')}
              </Button>
            )}
            <Button
              size="xs"
              variant="subtle"
              color="red"
              aria-label={`${t('devices.wiring.remove')}: ${meaningName(meaning)}`}
              onClick={() => onWire({ [meaning]: '' })}
            >
              {t('devices.wiring.remove')}
            </Button>
          </Group>
        )
      })}
    </Stack>
  )
}

/** Asks for a meaning, says what to do so that its input changes, and offers the inputs that changed since. */
function Search({ device: { wiring, inputs }, onWire }: PartProps) {
  const { t } = useTranslation()
  const { meaningName } = useNames()
  const [chosen, setChosen] = useState<string | null>(null)
  const meaning = chosen ?? firstMeaning(wiring)
  const begin = useRef({ meaning, inputs, since: now() })
  if (begin.current.meaning !== meaning) begin.current = { meaning, inputs, since: now() }
  const changes = changedInputs(inputs, meaning, begin.current.inputs, begin.current.since)
  return (
    <Stack gap="xs">
      <Select
        label={t('devices.wiring.what')}
        allowDeselect={false}
        value={meaning}
        onChange={setChosen}
        data={wiredMeanings.map(value => ({ value, label: meaningName(value) }))}
      />
      <Text size="sm">
        {t(`devices.wiring.do.${deedOf(meaning)}`, { name: meaningName(meaning) })}
      </Text>
      <Stack gap={4} component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-live="polite">
        {changes.map(input => (
          <Change
            key={input.word}
            input={input}
            onWire={() => {
              onWire({ [meaning]: wordFor(input) })
              setChosen(null)
            }}
          />
        ))}
      </Stack>
      {changes.length === 0 && (
        <Group gap="sm" wrap="nowrap">
          <Loader size="xs" aria-hidden />
          <Text size="sm" c="dimmed">
            {t('devices.wiring.waiting')}
          </Text>
        </Group>
      )}
    </Stack>
  )
}

/** The action by which a person makes the input of a meaning change. */
function deedOf(meaning: string): 'open' | 'key' | 'press' | 'switch_on' | 'warm' {
  if (meaning.startsWith('door') || meaning === 'cap') return 'open'
  if (meaning === 'ignition') return 'key'
  if (meaning === 'sos') return 'press'
  return isWarmed(meaning) ? 'warm' : 'switch_on'
}

function Change({ input, onWire }: { readonly input: DeviceInput; readonly onWire: () => void }) {
  const { t } = useTranslation()
  const { inputName, valueName } = useNames()
  const { word, value, before, changed_at } = input
  return (
    <Group component="li" gap="sm" justify="space-between" wrap="nowrap">
      <Text size="sm" style={{ flex: 1 }}>
        <Code>{inputName(word)}</Code>{' '}
        {t('devices.wiring.changed', {
          before: before === null ? '' : valueName(before, word),
          value: valueName(value, word),
          time: changed_at === null ? '' : formatDateTime(changed_at, 'seconds'),
        })}
      </Text>
      <Button
        size="xs"
        onClick={onWire}
        aria-label={`${t('devices.wiring.wire')}: ${inputName(word)}`}
      >
        {t('devices.wiring.wire')}
      </Button>
    </Group>
  )
}
