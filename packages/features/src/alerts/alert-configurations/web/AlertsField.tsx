// The field of a configuration's alerts: several for a new configuration, one for a changed one.
import { usePhone } from '@flotta/ui/screen-size.ts'
import { type ComboboxItem, MultiSelect, Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SMS_ALERTS } from '../../incidents/contract.ts'
import { SMS, useAlerts, useLacking } from './useConfigurations.ts'

const severities = [2, 1, 0] as const

/** The parts of its form that the field needs. */
export interface AlertsForm {
  /** null: a new configuration, which takes several alerts. */
  readonly before: object | null
  readonly vehicle_ids: readonly number[]
  readonly channel: number
  readonly alerts: readonly number[]
  readonly errors: Readonly<Record<string, string>>
  readonly chooseAlerts: (ids: readonly number[]) => void
}
export function AlertsField({ form }: { readonly form: AlertsForm }) {
  const { t } = useTranslation()
  const { alerts, errors } = form
  const { options, renderOption } = useOptions(form.vehicle_ids, form.channel)
  const list = useChoiceList()
  return form.before === null ? (
    <MultiSelect
      label={t('alert_configurations.alerts')}
      placeholder={alerts.length === 0 ? t('alert_configurations.alerts_placeholder') : ''}
      data={options}
      renderOption={renderOption}
      value={alerts.map(String)}
      onChange={ids => form.chooseAlerts(ids.map(Number))}
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
      renderOption={renderOption}
      value={alerts[0] === undefined ? null : String(alerts[0])}
      onChange={id => form.chooseAlerts(id === null ? [] : [Number(id)])}
      error={errors.alerts}
      searchable
      allowDeselect={false}
      maxDropdownHeight={280}
      nothingFoundMessage={t('ui.list.nothing')}
    />
  )
}

/** The list of alerts is beside the form and stays open. On a phone it covers the form and closes after each choice. */
function useChoiceList() {
  const phone = usePhone()
  const [isOpen, setOpened] = useState(false)
  return {
    dropdownOpened: isOpen,
    onDropdownOpen: () => setOpened(true),
    onDropdownClose: () => setOpened(false),
    ...(phone
      ? { onOptionSubmit: () => setOpened(false) }
      : { comboboxProps: { position: 'left-start', offset: 24, width: 320 } as const }),
  }
}

/**
 * The alerts that the channel may carry, the most severe first. Alerts whose agreement is missing on some of the vehicles are listed but disabled, with the
 * reason.
 */
function useOptions(vehicle_ids: readonly number[], channel: number) {
  const { t } = useTranslation()
  const alerts = useAlerts()
  const lacking = useLacking(vehicle_ids)
  const without = (id: number): number => {
    const agreement_id = alerts.get(id)?.agreement_id
    return agreement_id === undefined ? 0 : (lacking?.(agreement_id) ?? 0)
  }
  const fitting = [...alerts.values()].filter(a => channel !== SMS || SMS_ALERTS.includes(a.id))
  const options = severities.flatMap(severity => {
    const items = fitting
      .filter(a => a.severity === severity)
      .map(({ id, name }) => ({ value: String(id), label: name, disabled: without(id) > 0 }))
      .toSorted((a, b) => Number(a.disabled) - Number(b.disabled) || a.label.localeCompare(b.label))
    return items.length === 0 ? [] : [{ group: t(`ui.severity.${severity}`), items }]
  })
  const renderOption = ({ option: { value, label } }: { readonly option: ComboboxItem }) => {
    const count = without(Number(value))
    return count === 0 ? label : t('alert_configurations.lacking', { alert: label, count })
  }
  return { options, renderOption }
}
