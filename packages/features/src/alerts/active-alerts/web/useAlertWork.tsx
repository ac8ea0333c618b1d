// The actions on alerts, by whatever way they are called: acknowledge, assign, snooze, mute; and their dialogs.
import { Button, Modal, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActiveAlert } from '../../incidents/contract.ts'
import { type Marks, useMarks } from '../../incidents/web/useMarks.ts'
import { AcknowledgeDialog } from './AcknowledgeDialog.tsx'
import { SnoozeDialog } from './SnoozeDialog.tsx'
import type { AlertKey } from './useAlertKeys.ts'
import { useColleagues } from './useColleagues.ts'
import { useMute } from './useMute.ts'

type Work = Exclude<AlertKey, 'x'>
interface Question {
  readonly work: Exclude<Work, 'm'>
  readonly ids: readonly string[]
  /** Whether a comment is required, because an alarm is among the alerts. */
  readonly reason: boolean
}
/** Severity of an alarm. */
const ALARM = 2

export function useAlertWork(alerts: readonly ActiveAlert[]): {
  readonly work: (work: Work, about: readonly ActiveAlert[]) => void
  readonly dialogs: ReactNode
  readonly marks: Marks
} {
  const marks = useMarks()
  const mute = useMute()
  const [question, setQuestion] = useState<Question | null>(null)
  const close = () => setQuestion(null)
  const countOf = (work: Question['work']): number =>
    question?.work === work ? question.ids.length : 0
  const work = (key: Work, about: readonly ActiveAlert[]) => {
    const ids = about.map(alert => alert.id)
    const reason = about.some(alert => alert.severity === ALARM)
    if (ids.length === 0) return
    if (key === 'm') for (const alert of about) mute(alert)
    else if (key === 'e' && !reason) marks.acknowledge(ids)
    else setQuestion({ work: key, ids, reason })
  }
  const answer = (act: (ids: readonly string[]) => void) => {
    // alerts that were closed meanwhile are not marked
    const ids = question?.ids.filter(id => alerts.some(alert => alert.id === id)) ?? []
    if (ids.length > 0) act(ids)
    close()
  }
  return {
    work,
    marks,
    dialogs: (
      <>
        <AcknowledgeDialog
          count={countOf('e')}
          needsReason={question?.reason ?? false}
          onClose={close}
          onAcknowledge={comment => answer(ids => marks.acknowledge(ids, comment))}
        />
        <SnoozeDialog
          count={countOf('s')}
          onClose={close}
          onSnooze={until => answer(ids => marks.snooze(ids, until))}
        />
        <AssignDialog
          count={countOf('a')}
          onClose={close}
          onAssign={person => answer(ids => marks.assign(ids, person))}
        />
      </>
    ),
  }
}

interface AssignDialogProps {
  /** 0: closed */
  readonly count: number
  readonly onClose: () => void
  readonly onAssign: (person: Parameters<Marks['assign']>[1]) => void
}
/** The colleagues as buttons, the first with the focus. */
function AssignDialog({ count, onClose, onAssign }: AssignDialogProps) {
  const { t } = useTranslation()
  const colleagues = useColleagues()
  return (
    <Modal
      opened={count > 0}
      onClose={onClose}
      title={t('incidents.assign')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Stack gap="xs">
        {colleagues.map(({ id, name }, i) => (
          <Button
            key={id}
            variant="default"
            justify="flex-start"
            onClick={() => onAssign({ id, name })}
            {...(i === 0 && { 'data-autofocus': true })}
          >
            {name}
          </Button>
        ))}
        <Button variant="subtle" color="gray" onClick={() => onAssign(null)}>
          {t('incidents.unassign')}
        </Button>
      </Stack>
    </Modal>
  )
}
