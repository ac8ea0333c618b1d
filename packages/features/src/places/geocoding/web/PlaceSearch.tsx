// Searches a place by name or address and suggests ten. The answer of an outdated search is never
// shown.
import { messageOf, query } from '@flotta/ui/api.ts'
import { currentLanguage } from '@flotta/ui/texts.ts'
import {
  CloseButton,
  Combobox,
  Loader,
  TextInput,
  type TextInputProps,
  useCombobox,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconMapPin, IconMapSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type Ref, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { about } from '../../../people/auth/about.ts'
import { autocomplete, type Place } from '../contract.ts'
import { type PickedPlace, pickedPlace } from '../rules.ts'
import classes from './places.module.css'

/** The search needs three characters and shows ten suggestions. */
const LEAST = 3
const MOST = 10
/** The search begins after this pause in typing, ms. */
const TYPED_MS = 250

export interface PlaceSearchProps
  extends Pick<TextInputProps, 'label' | 'description' | 'error' | 'size' | 'disabled'> {
  readonly onPick: (place: PickedPlace) => void
  /** The field is emptied after a pick, because the place is shown elsewhere. */
  readonly clears?: boolean
  readonly inputRef?: Ref<HTMLInputElement>
}

const SearchSign = ({ isWaiting }: { readonly isWaiting: boolean }) =>
  isWaiting ? <Loader size={14} aria-hidden /> : <IconMapSearch size={16} aria-hidden />

export function PlaceSearch(props: PlaceSearchProps) {
  const { onPick, clears = false, inputRef, label, ...field } = props
  const { t } = useTranslation()
  const search = useTypedSearch()
  const { words, isSearching, places } = search
  const combobox = useFirstSelected(places)
  const clear = () => {
    search.clear()
    combobox.closeDropdown()
  }
  const pick = (place: NonNullable<typeof places>[number] | undefined) => {
    if (place === undefined) return
    search.show(clears ? '' : place.display_name)
    combobox.closeDropdown()
    onPick(pickedPlace(place))
  }
  const focus = (isFocused: boolean) => {
    search.setFocused(isFocused)
    if (isFocused) combobox.openDropdown()
    else combobox.closeDropdown()
  }
  const name = t('geocoding.search')
  return (
    <Combobox store={combobox} withinPortal onOptionSubmit={index => pick(places?.[Number(index)])}>
      <Combobox.Target>
        <TextInput
          {...field}
          ref={inputRef}
          type="search"
          label={label}
          aria-label={label === undefined ? name : undefined}
          placeholder={name}
          autoComplete="off"
          maxLength={200}
          value={words}
          leftSection={<SearchSign isWaiting={search.isFetching && isSearching} />}
          rightSection={
            words === '' ? null : (
              <CloseButton size="sm" aria-label={t('geocoding.search_clear')} onClick={clear} />
            )
          }
          onChange={event => {
            search.type(event.currentTarget.value)
            combobox.openDropdown()
          }}
          onFocus={() => focus(true)}
          onBlur={() => focus(false)}
          onKeyDown={event => {
            if (event.key === 'Enter' && combobox.dropdownOpened && isSearching)
              event.preventDefault()
            if (event.key !== 'Escape' || words === '') return
            event.stopPropagation()
            clear()
          }}
        />
      </Combobox.Target>
      <Suggestions search={search} name={name} />
    </Combobox>
  )
}
/** The typed text and the places found for it. */
function useTypedSearch() {
  const [words, setWords] = useState('')
  /** Whether the text was typed; the text of a picked place is not searched. */
  const [isTyping, setTyping] = useState(false)
  const [hasFocus, setFocused] = useState(false)
  const [settledWords] = useDebouncedValue(words.trim(), TYPED_MS)
  const isLongEnough = words.trim().length >= LEAST
  const isSearching = isTyping && hasFocus && isLongEnough
  const isSettled = settledWords === words.trim()
  const placesQuery = query(autocomplete, { query: { q: settledWords, limit: MOST } })
  const { data, error, isFetching } = useQuery({
    ...placesQuery,
    queryKey: [...placesQuery.queryKey, currentLanguage()],
    enabled: isSearching && isSettled,
    staleTime: 300_000,
    retry: false,
  })
  return {
    words,
    isTyping,
    isLongEnough,
    isSearching,
    isFetching,
    /** undefined while there is no search, and until its answer has arrived */
    places: isSearching && isSettled ? data : undefined,
    error: isSettled ? error : null,
    setFocused,
    type(text: string) {
      setWords(text)
      setTyping(true)
    },
    /** Shows a text without searching it. */
    show(text: string) {
      setTyping(false)
      setWords(text)
    },
    clear() {
      setWords('')
      setTyping(false)
    },
  }
}

/** A list of suggestions whose first one is selected, so that Enter takes it. */
function useFirstSelected(places: readonly Place[] | undefined) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const store = useRef(combobox)
  store.current = combobox
  useEffect(() => {
    if (places !== undefined && places.length > 0) store.current.selectFirstOption()
    else store.current.resetSelectedOption()
  }, [places])
  return combobox
}

function Suggestions({
  search: { words, isTyping, isLongEnough, places, error },
  name,
}: {
  readonly search: ReturnType<typeof useTypedSearch>
  readonly name: string
}) {
  const { t } = useTranslation()
  // The map beside the field has loaded it.
  const { data: installation } = useQuery({ ...query(about, {}), enabled: false })
  return (
    <Combobox.Dropdown hidden={!isTyping || words.trim() === ''}>
      <Combobox.Options aria-label={name} mah={320} style={{ overflowY: 'auto' }}>
        {!isLongEnough && (
          <Combobox.Empty>{t('geocoding.search_short', { count: LEAST })}</Combobox.Empty>
        )}
        {isLongEnough && error !== null && <Combobox.Empty>{messageOf(error)}</Combobox.Empty>}
        {isLongEnough && error === null && places === undefined && (
          <Combobox.Empty>{t('ui.loading')}</Combobox.Empty>
        )}
        {places?.length === 0 && <Combobox.Empty>{t('geocoding.search_none')}</Combobox.Empty>}
        {places?.map((place, index) => (
          <Combobox.Option
            key={`${place.latitude} ${place.longitude} ${place.display_name}`}
            value={String(index)}
            className={classes.option ?? ''}
          >
            <IconMapPin size={16} aria-hidden />
            <span>{place.display_name}</span>
          </Combobox.Option>
        ))}
      </Combobox.Options>
      {installation?.places === 'towns' && (
        <Combobox.Footer className={classes.towns ?? ''}>
          {t('geocoding.towns_only')}
        </Combobox.Footer>
      )}
    </Combobox.Dropdown>
  )
}
