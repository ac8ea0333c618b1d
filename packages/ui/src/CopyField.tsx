// A text to copy, such as a link or a secret, with a button that copies it.
import { ActionIcon, TextInput, Tooltip } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from './copy.ts'

export interface CopyFieldProps {
  readonly label: string
  readonly description?: string
  readonly value: string
  /** The field gets the focus, so that the next key copies the text. */
  readonly takesFocus?: boolean
}
export function CopyField({ label, description, value, takesFocus = false }: CopyFieldProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [takesFocus])
  const copy = () => copyText(value, () => field.current?.select())
  return (
    <TextInput
      ref={field}
      label={label}
      description={description}
      value={value}
      readOnly
      onFocus={event => event.currentTarget.select()}
      rightSection={
        <Tooltip label={t('ui.copy')}>
          <ActionIcon onClick={() => void copy()} aria-label={t('ui.copy')}>
            <IconCopy size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
      }
    />
  )
}
