// The global search box: opened by Ctrl-K or `/`, it offers screens and commands, searches from two characters on and is used by keyboard alone.
import { isTyping } from '@flotta/ui/keys.ts'
import { isPlainClick } from '@flotta/ui/Lead.tsx'
import { Combobox, type ComboboxStore, Kbd, Loader, TextInput, useCombobox } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  type KeyboardEvent as KeyPress,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { profileQuery } from '../../../people/auth/web/account.ts'
import { addRecent } from './recents.ts'
import classes from './SearchBox.module.css'
import type { PaletteGroup } from './usePalette.tsx'
import { useSearchResults } from './useSearchResults.ts'

/** Ctrl-K and `/` move the focus into the box; `previousFocus` is the element that had the focus before. */
function useFocusByKeys(enabled: boolean) {
  const input = useRef<HTMLInputElement>(null)
  const previousFocus = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (!enabled) return
    const onKey = (e: KeyboardEvent) => {
      const isShortcut =
        (e.key.toLowerCase() === 'k' && (e.ctrlKey || e.metaKey) && !e.altKey) ||
        (e.key === '/' && !isTyping(e) && !e.ctrlKey && !e.metaKey)
      if (!isShortcut || e.defaultPrevented) return
      e.preventDefault()
      const { activeElement } = document
      if (activeElement !== input.current)
        previousFocus.current =
          activeElement instanceof HTMLElement && activeElement !== document.body
            ? activeElement
            : null
      input.current?.focus()
      input.current?.select()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [enabled])
  return { input, previousFocus }
}

/** The words in the box with their results, and the effect of keys and clicks. */
function useSearchBox(inline: boolean, onDone: (() => void) | undefined) {
  const navigate = useNavigate()
  const { data: user } = useQuery(profileQuery)
  const { input, previousFocus } = useFocusByKeys(!inline)
  const [words, setWords] = useState('')
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const results = useSearchResults(words)
  useOptionsOf(results, combobox)
  const leave = () => {
    combobox.closeDropdown()
    if (words === '' && previousFocus.current?.isConnected === true) previousFocus.current.focus()
    else if (words === '') input.current?.blur()
    setWords('')
  }
  return {
    input,
    words,
    results,
    combobox,
    onType: (text: string) => {
      setWords(text)
      combobox.openDropdown()
    },
    onKeyDown: (event: KeyPress) => {
      if (event.key === 'Escape' && !inline) {
        event.stopPropagation()
        leave()
      }
      // Enter takes the first result when none is selected.
      if (event.key === 'Enter' && combobox.getSelectedOptionIndex() === -1 && words.trim() !== '')
        combobox.selectFirstOption()
    },
    onFollow: (event: MouseEvent<HTMLAnchorElement>, href: string, name: string) => {
      // A form that was opened is not worth returning to.
      if (user !== undefined && !href.includes('open=new')) addRecent(user.id, { href, name })
      if (!isPlainClick(event)) return
      event.preventDefault()
      setWords('')
      combobox.closeDropdown()
      input.current?.blur()
      onDone?.()
      void navigate({ href })
    },
  }
}

/** Updates the combobox's options whenever the results change. */
function useOptionsOf(
  { data, visibleGroups }: ReturnType<typeof useSearchResults>,
  { resetSelectedOption, dropdownOpened }: ComboboxStore,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other results, other choice.
  useEffect(() => resetSelectedOption(), [data, visibleGroups.length])
  // The combobox knows its options only after they have been rendered, so it renders once more.
  const isListed = dropdownOpened && visibleGroups.length > 0
  const [, setListed] = useState(isListed)
  useEffect(() => setListed(isListed), [isListed])
}

/** `inline`: the results stand below the box instead of floating, as on a phone. */
export function SearchBox({
  inline = false,
  onDone,
}: {
  readonly inline?: boolean
  readonly onDone?: () => void
}) {
  const { t } = useTranslation()
  const { input, words, results, combobox, onType, onKeyDown, onFollow } = useSearchBox(
    inline,
    onDone,
  )
  const { visibleGroups, message, waiting, enough } = results
  const Target = inline ? Combobox.EventsTarget : Combobox.Target
  const List = inline ? InlineList : Combobox.Dropdown
  return (
    <Combobox
      store={combobox}
      shadow="md"
      withinPortal={false}
      position="bottom-start"
      offset={4}
      width={inline ? 'target' : 420}
    >
      <Target withExpandedAttribute>
        <TextInput
          ref={input}
          type="search"
          role="combobox"
          aria-label={t('search.label')}
          placeholder={t('search.placeholder')}
          value={words}
          autoComplete="off"
          spellCheck={false}
          data-autofocus={inline || undefined}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            waiting && enough ? <Loader size={14} /> : inline ? null : <Kbd size="xs">Ctrl K</Kbd>
          }
          rightSectionWidth={inline ? 36 : 58}
          rightSectionPointerEvents="none"
          onChange={e => onType(e.currentTarget.value)}
          onFocus={() => combobox.openDropdown()}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={onKeyDown}
        />
      </Target>
      <List>
        {visibleGroups.length > 0 && (
          <SearchOptions groups={visibleGroups} inline={inline} onFollow={onFollow} />
        )}
        <Message text={message} />
      </List>
    </Combobox>
  )
}
const Message = ({ text }: { readonly text: string | null }) =>
  text !== null && (
    <div role="status" className={classes.said}>
      {text}
    </div>
  )
const InlineList = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.inline}>{children}</div>
)

function SearchOptions({
  groups,
  inline,
  onFollow,
}: {
  readonly groups: readonly PaletteGroup[]
  readonly inline: boolean
  readonly onFollow: (event: MouseEvent<HTMLAnchorElement>, href: string, name: string) => void
}) {
  const { t } = useTranslation()
  return (
    <Combobox.Options
      aria-label={t('search.label')}
      mah={inline ? undefined : 'min(560px, 70dvh)'}
      className={classes.options ?? ''}
    >
      {groups.map(({ key: group, title, options }) => (
        <Combobox.Group key={group} label={title}>
          {options.map(({ key, href, mark, name, more }) => (
            <a
              key={key}
              id={`option-${group}-${key}`}
              role="option"
              aria-selected={false}
              data-combobox-option
              tabIndex={-1}
              href={href}
              className={classes.option}
              onMouseDown={event => event.preventDefault()}
              onClick={event => onFollow(event, href, name)}
            >
              {mark}
              <span className={classes.name}>{name}</span>
              {more !== null && <span className={classes.more}>{more}</span>}
            </a>
          ))}
        </Combobox.Group>
      ))}
    </Combobox.Options>
  )
}
