// The dialog that acknowledges several alerts at once, with one optional comment for all.
import { FormButtons } from '@flotta/ui/FormButtons.tsx'
import { Modal, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

const LONGEST = 500

export interface AcknowledgeDialogProps {
  /** 0: closed */
  readonly count: number
  /** An alarm takes a reason. */
  readonly needsReason?: boolean
  readonly onClose: () => void
  readonly onAcknowledge: (comment: string | undefined) => void
}
export function AcknowledgeDialog({
  count,
  needsReason = false,
  onClose,
  onAcknowledge,
}: AcknowledgeDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={count > 0}
      onClose={onClose}
      title={t('incidents.acknowledge_title', { count })}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {count > 0 && (
        <Form needsReason={needsReason} onClose={onClose} onAcknowledge={onAcknowledge} />
      )}
    </Modal>
  )
}

function Form({
  needsReason = false,
  onClose,
  onAcknowledge,
}: Omit<AcknowledgeDialogProps, 'count'>) {
  const { t } = useTranslation()
  const [comment, setComment] = useState('')
  const [isMissing, setMissing] = useState(false)
  return (
    <form
      aria-label={t('incidents.acknowledge')}
      onSubmit={e => {
        e.preventDefault()
        if (needsReason && comment.trim() === '') setMissing(true)
        else onAcknowledge(comment.trim() || undefined)
      }}
    >
      <Stack gap="md">
        <Textarea
          label={t(needsReason ? 'incidents.reason' : 'incidents.comment')}
          placeholder={t('incidents.comment_hint')}
          value={comment}
          onChange={e => setComment(e.currentTarget.value)}
          maxLength={LONGEST}
          rows={3}
          error={isMissing && comment.trim() === '' ? t('incidents.reason_missing') : null}
          onKeyDown={e => {
            if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) e.currentTarget.form?.requestSubmit()
          }}
          data-autofocus
        />
        <FormButtons label={t('incidents.acknowledge')} onCancel={onClose} />
      </Stack>
    </form>
  )
}
