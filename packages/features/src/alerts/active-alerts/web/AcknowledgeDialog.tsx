// The dialog that acknowledges several alerts at once, with one optional comment for all.
import { FormButtons } from '@flotta/ui/FormButtons.tsx'
import { Modal, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

const LONGEST = 500

export interface AcknowledgeDialogProps {
  /** 0: closed */
  readonly count: number
  readonly onClose: () => void
  readonly onAcknowledge: (comment: string | undefined) => void
}
export function AcknowledgeDialog({ count, onClose, onAcknowledge }: AcknowledgeDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={count > 0}
      onClose={onClose}
      title={t('incidents.acknowledge_title', { count })}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {count > 0 && <Form onClose={onClose} onAcknowledge={onAcknowledge} />}
    </Modal>
  )
}

function Form({ onClose, onAcknowledge }: Omit<AcknowledgeDialogProps, 'count'>) {
  const { t } = useTranslation()
  const [comment, setComment] = useState('')
  return (
    <form
      aria-label={t('incidents.acknowledge')}
      onSubmit={e => {
        e.preventDefault()
        onAcknowledge(comment.trim() || undefined)
      }}
    >
      <Stack gap="md">
        <Textarea
          label={t('incidents.comment')}
          placeholder={t('incidents.comment_hint')}
          value={comment}
          onChange={e => setComment(e.currentTarget.value)}
          maxLength={LONGEST}
          rows={3}
          data-autofocus
        />
        <FormButtons label={t('incidents.acknowledge')} onCancel={onClose} />
      </Stack>
    </form>
  )
}
