// A field that chooses one of many options by name. Typing narrows the list.
import { contains } from '@flotta/core/searchable.ts'
import { Select, type SelectProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export interface Option {
  readonly id: number
  readonly name: string
}
/** Most options that the list shows. */
const OPTIONS_MAX = 100

export function Picker({
  label,
  value,
  options,
  onPick,
  visible = false,
  ...more
}: Pick<SelectProps, 'placeholder' | 'error' | 'required' | 'disabled' | 'className'> & {
  readonly 'data-autofocus'?: true
  readonly label: string
  /** Whether the label stands above the field. */
  readonly visible?: boolean
  readonly value: number | undefined
  /** undefined while they load. */
  readonly options: readonly Option[] | undefined
  readonly onPick: (id: number | undefined) => void
}) {
  const { t } = useTranslation()
  return (
    <Select
      {...more}
      {...(visible ? { label } : { 'aria-label': label })}
      withAsterisk={false}
      value={value === undefined ? null : String(value)}
      data={(options ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={id => onPick(id === null ? undefined : Number(id))}
      searchable
      clearable={more.required !== true}
      clearButtonProps={{ 'aria-label': t('ui.list.clear') }}
      limit={OPTIONS_MAX}
      filter={({ options: all, search }) =>
        all.filter(o => 'label' in o && contains(o.label, search))
      }
      nothingFoundMessage={t('ui.list.nothing')}
      comboboxProps={{ shadow: 'md' }}
    />
  )
}
