// The dialog that snoozes alerts: a button for each usual time, or a moment of one's own.
import { DAY } from '@flotta/core/time.ts'
import { FormButtons } from '@flotta/ui/FormButtons.tsx'
import { MomentInput } from '@flotta/ui/MomentInput.tsx'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { useNow } from '@flotta/ui/ticker.ts'
import { Button, Kbd, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SNOOZE_MAX_DAYS } from '../../incidents/contract.ts'
import { snoozeChoices } from './snooze.ts'

interface SnoozeDialogProps {
  /** 0: closed */
  readonly count: number
  readonly onClose: () => void
  readonly onSnooze: (until: number) => void
}
export function SnoozeDialog({ count, onClose, onSnooze }: SnoozeDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={count > 0}
      onClose={onClose}
      title={t('incidents.snooze_title', { count })}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {count > 0 && <Choices onClose={onClose} onSnooze={onSnooze} />}
    </Modal>
  )
}

function Choices({ onClose, onSnooze }: Omit<SnoozeDialogProps, 'count'>) {
  const { t } = useTranslation()
  const now = useNow(60)
  const choices = snoozeChoices(now)
  const [own, setOwn] = useState<number | null>(null)
  return (
    <form
      aria-label={t('incidents.snooze')}
      onKeyDown={event => {
        const choice =
          event.target instanceof HTMLInputElement ? undefined : choices[Number(event.key) - 1]
        if (choice !== undefined) onSnooze(choice.until)
      }}
      onSubmit={event => {
        event.preventDefault()
        if (own !== null && own > now) onSnooze(own)
      }}
    >
      <Stack gap="xs">
        {choices.map(({ name, until }, i) => (
          <Button
            key={name}
            variant="default"
            justify="space-between"
            leftSection={t(`incidents.snooze_until.${name}`)}
            rightSection={<Kbd>{i + 1}</Kbd>}
            onClick={() => onSnooze(until)}
            {...(i === 0 && { 'data-autofocus': true })}
          >
            <span className="flotta-quiet">{formatDateTime(until)}</span>
          </Button>
        ))}
        <MomentInput
          label={t('incidents.snooze_own')}
          value={own}
          onChange={setOwn}
          earliest={now}
          latest={now + SNOOZE_MAX_DAYS * DAY}
        />
        <FormButtons label={t('incidents.snooze')} onCancel={onClose} />
      </Stack>
    </form>
  )
}
