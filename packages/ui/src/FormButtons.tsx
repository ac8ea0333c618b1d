// The last line of a form: a button that cancels it and one that sends it.
import { Button, Group, type MantineSpacing } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

export interface FormButtonsProps {
  /** Label of the button that sends the form. */
  readonly label: string
  readonly onCancel: () => void
  /** The form was sent and the answer has not arrived yet. */
  readonly isPending?: boolean
  readonly disabled?: boolean
  readonly mt?: MantineSpacing
  /** Further content at the start of the line, such as a button that removes. */
  readonly start?: ReactNode
}

export function FormButtons({
  label,
  onCancel,
  isPending = false,
  disabled,
  mt,
  start,
}: FormButtonsProps) {
  const { t } = useTranslation()
  return (
    <Group justify="flex-end" gap="sm" data-form-buttons {...(mt !== undefined && { mt })}>
      {start !== undefined && <div style={{ marginRight: 'auto' }}>{start}</div>}
      <Button variant="default" onClick={onCancel} disabled={isPending}>
        {t('ui.cancel')}
      </Button>
      <Button type="submit" loading={isPending} {...(disabled !== undefined && { disabled })}>
        {label}
      </Button>
    </Group>
  )
}
