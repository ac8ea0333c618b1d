// Finding a vehicle by its plate: up to nine suggestions with plate and last GPS time.
import { formatDateTime } from '@flotta/ui/texts.ts'
import { VehicleTypeIcon } from '@flotta/ui/VehicleTypeIcon.tsx'
import { CloseButton, Combobox, Kbd, TextInput, useCombobox } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, memo, type RefObject, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pin } from '../contract.ts'
import { suggestions } from '../rules.ts'
import classes from './map.module.css'

export interface VehicleSearchProps {
  /** Read only while somebody types, so that moving vehicles do not render the box again. */
  readonly getPins: () => readonly Pin[]
  readonly onSelect: (id: number) => void
  readonly inputRef: RefObject<HTMLInputElement | null>
}

export const VehicleSearch = memo(function VehicleSearch({
  getPins,
  onSelect,
  inputRef: input,
}: VehicleSearchProps) {
  const { t } = useTranslation()
  const [words, setWords] = useState('')
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const matches = useMemo(() => suggestions(getPins(), words), [getPins, words])
  const clear = () => {
    setWords('')
    combobox.closeDropdown()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    clear()
    if (words === '') input.current?.blur()
  }
  return (
    <Combobox
      store={combobox}
      withinPortal
      onOptionSubmit={id => {
        onSelect(Number(id))
        clear()
        input.current?.blur()
      }}
    >
      <Combobox.Target>
        <TextInput
          ref={input}
          type="search"
          aria-label={t('global_map.search')}
          placeholder={t('global_map.search')}
          value={words}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSectionWidth={30}
          rightSection={words === '' ? <SlashKey /> : <ClearButton onClick={clear} />}
          onChange={event => {
            setWords(event.currentTarget.value)
            combobox.openDropdown()
            combobox.selectFirstOption()
          }}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={onKeyDown}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={words.trim() === ''}>
        <Suggestions pins={matches} />
      </Combobox.Dropdown>
    </Combobox>
  )
})

const SlashKey = () => (
  <Kbd size="xs" visibleFrom="sm">
    /
  </Kbd>
)

function ClearButton({ onClick }: { readonly onClick: () => void }) {
  const { t } = useTranslation()
  return <CloseButton size="sm" aria-label={t('global_map.search_clear')} onClick={onClick} />
}

function Suggestions({ pins }: { readonly pins: ReturnType<typeof suggestions> }) {
  const { t } = useTranslation()
  return (
    <Combobox.Options aria-label={t('global_map.search')}>
      {pins.length === 0 && <Combobox.Empty>{t('global_map.search_none')}</Combobox.Empty>}
      {pins.map(pin => (
        <Combobox.Option key={pin.id} value={String(pin.id)} className={classes.suggestion}>
          <VehicleTypeIcon type={pin.vehicle_type} />
          <span className={classes.grow}>{pin.plate}</span>
          <span className="flotta-quiet">
            {pin.gps_datetime === undefined
              ? t('global_map.no_position')
              : formatDateTime(pin.gps_datetime)}
          </span>
        </Combobox.Option>
      ))}
    </Combobox.Options>
  )
}
