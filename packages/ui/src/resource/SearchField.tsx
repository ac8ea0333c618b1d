// The search of a list. The key `/` moves the focus to it.
import { ActionIcon, TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isTyping } from '../keys.ts'
import { usePhone } from '../screen-size.ts'
import classes from './resource.module.css'

/** Number of letters that fit into the field on a phone, alone on its line and beside a choice. */
const PHONE_LETTERS = 38
const SHARED_LETTERS = 24

/** The search of a list. The key `/` moves the focus to it. */
export function SearchField({
  label,
  isNarrow = false,
  isShared = false,
  typed,
  onType,
}: {
  /** What is searched; the field is as wide as this text. */
  readonly label: string
  /** There is no space for the label, as on phones when it is long. */
  readonly isNarrow?: boolean
  /** On phones a choice shares its line. */
  readonly isShared?: boolean
  readonly typed: string
  readonly onType: (words: string) => void
}) {
  const { t } = useTranslation()
  const isPhone = usePhone()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key !== '/' ||
        isTyping(event) ||
        event.ctrlKey ||
        event.metaKey ||
        event.defaultPrevented
      )
        return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    // The list listens in the capture phase, so the search of the whole product does not get the key.
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [])
  return (
    <TextInput
      ref={input}
      type="search"
      className={classes.search ?? ''}
      aria-label={label}
      placeholder={
        isNarrow || (isPhone && label.length > (isShared ? SHARED_LETTERS : PHONE_LETTERS))
          ? t('ui.list.search')
          : label
      }
      style={{ '--search-letters': label.length }}
      value={typed}
      maxLength={100}
      onChange={event => onType(event.currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed !== '' && (
          <ActionIcon
            size="sm"
            aria-label={t('ui.list.clear')}
            onClick={() => {
              onType('')
              input.current?.focus()
            }}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        )
      }
    />
  )
}
