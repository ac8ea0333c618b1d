// Whom to tell of what: for one vehicle, for many at once, or one that is there already. It asks before it is stored.
import { Email } from '@flotta/core/contract.ts'
import { call } from '@flotta/ui/api.ts'
import { PHONE } from '@flotta/ui/BarPanel.tsx'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { useReturnFocus } from '@flotta/ui/focus.ts'
import { mayLeave, useUnsaved } from '@flotta/ui/resource/unsaved.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { fieldErrors } from '@flotta/ui/zod-form.ts'
import {
  Button,
  Group,
  Input,
  Modal,
  MultiSelect,
  SegmentedControl,
  Select,
  Stack,
  TextInput,
} from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SMS_ALERTS } from '../../incidents/contract.ts'
import { type AlertConfiguration, alertConfigurations, createMany } from '../contract.ts'
import {
  type ListedVehicle,
  SMS,
  useAlerts,
  useHasSms,
  useLacking,
  useWrites,
} from './useConfigurations.ts'

export type ConfigurationTask =
  | { readonly type: 'create' | 'massive'; readonly vehicles: readonly ListedVehicle[] }
  | { readonly type: 'edit'; readonly configuration: AlertConfiguration }

const EMAIL = 1
interface DestinationInput {
  readonly place: number
  readonly text: string
}
/** National numbers are offered with this prefix (alert-configurations.35). */
const PREFIX = '+39'
const idsOf = (opened: ConfigurationTask): number[] =>
  opened.type === 'edit' ? [opened.configuration.vehicle_id] : opened.vehicles.map(v => v.id)
const severities = [2, 1, 0] as const
/** Digits as people group them, national or with `+`; whether there is such a number the server says. */
const NUMBER = /^\+?\d[\d\s]*$/

/** What is wrong with each destination, by its field. */
function faultsOf(typed: readonly DestinationInput[], channel: number): Record<string, string> {
  const isRight = (text: string): boolean =>
    channel === SMS ? NUMBER.test(text) : Email.safeParse(text).success
  return Object.fromEntries(
    typed.flatMap(({ place, text }) =>
      text.trim() === '' || isRight(text.trim())
        ? []
        : [[`destination ${place}`, channel === SMS ? 'validation.digits' : 'validation.email']],
    ),
  )
}

export function ConfigurationModal({
  opened,
  onClose,
}: {
  readonly opened: ConfigurationTask
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  useReturnFocus()
  const before = opened.type === 'edit' ? opened.configuration : null
  const [vehicle_ids] = useState(() => idsOf(opened))
  const [channel, setChannel] = useState(before?.alert_channel_id ?? EMAIL)
  const [alerts, setAlerts] = useState<readonly number[]>(before === null ? [] : [before.alert_id])
  const firstText = before === null ? '' : shownOf(before.destination)
  const [typed, setTyped] = useState<readonly DestinationInput[]>([{ place: 0, text: firstText }])
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const options = useOptions(vehicle_ids, channel)
  const hasSms = useHasSms()
  const list = useChoiceList()
  const { saved } = useWrites()

  const type = (place: number, text: string) => {
    const all = typed.map(one => (one.place === place ? { place, text } : one))
    // a new empty field appears as one is filled
    setTyped(
      before === null && all.every(one => one.text.trim() !== '')
        ? [...all, { place: all.length, text: '' }]
        : all,
    )
    setErrors({})
  }
  const missing = t('validation.required')
  const send = async () => {
    const given = typed.map(one => one.text.trim()).filter(one => one !== '')
    const faults = {
      ...(alerts.length === 0 && { alerts: missing }),
      ...(given.length === 0 && { destinations: missing }),
      ...Object.fromEntries(
        Object.entries(faultsOf(typed, channel)).map(([field, key]) => [field, t(key)]),
      ),
    }
    setErrors(faults)
    if (Object.keys(faults).length > 0) return
    let stored = false
    const action = async () => {
      try {
        const [alert_id = 0] = alerts
        const [destination = ''] = given
        if (before === null)
          await call(createMany, {
            body: {
              vehicles: [...vehicle_ids],
              alerts: [...alerts],
              alert_channel_id: channel,
              destinations: given,
            },
          })
        else {
          const params = { id: before.id }
          await call(alertConfigurations.update, {
            params,
            body: { alert_id, alert_channel_id: channel, destination },
          })
        }
        stored = true
      } catch (error) {
        // what is wrong with a field is said there; anything else in the dialog that asks
        const said = fieldErrors(error)
        if (said === null) {
          toast.error(t('alert_configurations.failed'))
          throw error
        }
        setErrors({
          ...said,
          alerts: said.alerts ?? said.alert_id ?? said.vehicles ?? said.vehicle_id ?? '',
          destinations: said.destinations ?? said.destination ?? '',
        })
      }
    }
    const title = t('alert_configurations.confirm', {
      count: alerts.length * given.length * vehicle_ids.length,
    })
    const text = t('alert_configurations.confirm_text', {
      count: vehicle_ids.length,
      destinations: given.join(', '),
    })
    if (!(await confirm({ title, text, action })) || !stored) return
    isStored.current = true
    await saved()
    onClose()
  }
  const isDirty =
    alerts.join() !== (before === null ? '' : String(before.alert_id)) ||
    typed.some(({ place, text }) => text !== (place === 0 ? firstText : ''))
  const isStored = useRef(false)
  useUnsaved(() => isDirty && !isStored.current)
  const leave = async () => {
    if (await mayLeave()) onClose()
  }
  const title = opened.type === 'edit' ? 'edit' : opened.type
  const plates =
    opened.type === 'edit' ? opened.configuration.plate : (opened.vehicles[0]?.plate ?? '')
  return (
    <Modal
      opened
      onClose={() => void leave()}
      title={t(`alert_configurations.modal.${title}`, { count: vehicle_ids.length, plate: plates })}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <form
        noValidate
        onSubmit={e => {
          e.preventDefault()
          void send()
        }}
      >
        <Stack gap="md">
          <Input.Wrapper
            label={t('alert_configurations.channel_word')}
            error={errors.alert_channel_id}
            labelElement="div"
          >
            <SegmentedControl
              fullWidth
              aria-label={t('alert_configurations.channel_word')}
              value={String(channel)}
              onChange={value => {
                setChannel(Number(value))
                setAlerts([])
                setErrors({})
              }}
              data={[EMAIL, ...(hasSms || channel === SMS ? [SMS] : [])].map(id => ({
                value: String(id),
                label: t(`alert_configurations.channel.${id}`),
              }))}
            />
          </Input.Wrapper>
          {before === null ? (
            <MultiSelect
              label={t('alert_configurations.alerts')}
              placeholder={alerts.length === 0 ? t('alert_configurations.alerts_placeholder') : ''}
              data={options}
              value={alerts.map(String)}
              onChange={ids => {
                setAlerts(ids.map(Number))
                setErrors({})
              }}
              error={errors.alerts}
              searchable
              hidePickedOptions
              maxDropdownHeight={280}
              {...list}
              nothingFoundMessage={t('ui.list.nothing')}
            />
          ) : (
            <Select
              label={t('alert_configurations.alert')}
              data={options}
              value={alerts[0] === undefined ? null : String(alerts[0])}
              onChange={id => {
                setAlerts(id === null ? [] : [Number(id)])
                setErrors({})
              }}
              error={errors.alerts}
              searchable
              allowDeselect={false}
              maxDropdownHeight={280}
              nothingFoundMessage={t('ui.list.nothing')}
            />
          )}
          <Stack gap="xs">
            {typed.map(({ place, text }) => (
              <TextInput
                key={place}
                {...(place === 0 && { label: t(`alert_configurations.destination.${channel}`) })}
                error={
                  errors[`destination ${place}`] ?? (place === 0 ? errors.destinations : undefined)
                }
                aria-label={t(`alert_configurations.destination.${channel}`)}
                type={channel === SMS ? 'tel' : 'email'}
                autoComplete="off"
                value={text}
                onChange={e => type(place, e.currentTarget.value)}
                {...(channel === SMS &&
                  !text.trim().startsWith('+') && {
                    leftSection: PREFIX,
                    leftSectionWidth: 44,
                    leftSectionPointerEvents: 'none' as const,
                  })}
              />
            ))}
          </Stack>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={() => void leave()}>
              {t('ui.cancel')}
            </Button>
            <Button type="submit">{t('ui.list.save')}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** The list that several alerts are chosen from lies beside the form, where it stays open; on phones, where it covers the form, it closes after each choice. */
function useChoiceList() {
  const phone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false }) ?? false
  const [opened, setOpened] = useState(false)
  return {
    dropdownOpened: opened,
    onDropdownOpen: () => setOpened(true),
    onDropdownClose: () => setOpened(false),
    ...(phone
      ? { onOptionSubmit: () => setOpened(false) }
      : { comboboxProps: { position: 'right-start', offset: 24, width: 320 } as const }),
  }
}

/** A national number without the prefix that stands beside the field. */
const shownOf = (destination: string): string =>
  destination.startsWith(PREFIX) ? destination.slice(PREFIX.length) : destination

/** The alerts that the channel may carry, the gravest first; those whose agreement is missing on some of the vehicles can be seen and not chosen. */
function useOptions(vehicle_ids: readonly number[], channel: number) {
  const { t } = useTranslation()
  const alerts = useAlerts()
  const lacking = useLacking(vehicle_ids)
  const fitting = [...alerts.values()].filter(a => channel !== SMS || SMS_ALERTS.includes(a.id))
  return severities.flatMap(severity => {
    const items = fitting
      .filter(a => a.severity === severity)
      .map(a => {
        const without = lacking?.(a.agreement_id) ?? 0
        return {
          value: String(a.id),
          label:
            without === 0
              ? a.name
              : t('alert_configurations.lacking', { alert: a.name, count: without }),
          disabled: without > 0,
        }
      })
      .toSorted((a, b) => Number(a.disabled) - Number(b.disabled) || a.label.localeCompare(b.label))
    return items.length === 0 ? [] : [{ group: t(`ui.severity.${severity}`), items }]
  })
}
