// Asks for confirmation before something that cannot be undone: `if (await confirm({ title: t('…'), color: 'red' })) …`
import { Button, Group, Stack, Switch, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from './api.ts'
import { passFocusOn } from './focus.ts'
import { say } from './texts.ts'

export interface ConfirmOptions {
  /** A question with the name of the thing: "Eliminare la flotta NORD?" */
  readonly title: string
  readonly text?: ReactNode
  /** Label of the button that confirms. */
  readonly confirm?: string
  readonly cancel?: string
  readonly color?: 'blue' | 'red' | 'orange'
  /** Sentence beside a switch that must be switched on first. */
  readonly doubleCheck?: string
  /** Runs while the dialog shows its progress. A failure is shown in the dialog, which stays open. */
  readonly action?: () => Promise<unknown>
}

let count = 0

/** True when confirmed (and `action` has succeeded), false when cancelled. */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  return new Promise(resolve => {
    const id = `confirm-${++count}`
    let isConfirmed = false
    const goOn = passFocusOn()
    modals.open({
      modalId: id,
      title: options.title,
      attributes: { header: { role: 'presentation' } },
      closeButtonProps: { 'aria-label': say('ui.close') },
      onClose: () => {
        resolve(isConfirmed)
        // The subject of the question may disappear, and with it the control that would get the focus back.
        goOn()
      },
      children: (
        <ConfirmBody
          {...options}
          onCancel={() => modals.close(id)}
          // The dialog stays open during the action, because otherwise nobody would learn its result.
          onBusy={busy =>
            modals.updateModal({
              modalId: id,
              closeOnEscape: !busy,
              closeOnClickOutside: !busy,
              withCloseButton: !busy,
            })
          }
          onConfirmed={() => {
            isConfirmed = true
            modals.close(id)
          }}
        />
      ),
    })
  })
}

interface ActionHandlers {
  readonly onBusy: (busy: boolean) => void
  readonly onConfirmed: () => void
}
/** Runs the action of a dialog and stores its failure. */
function useAction({
  action,
  onBusy,
  onConfirmed,
}: Pick<ConfirmOptions, 'action'> & ActionHandlers) {
  const [loading, setLoading] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const run = () => {
    if (action === undefined) return onConfirmed()
    setLoading(true)
    onBusy(true)
    setFailure(null)
    action().then(onConfirmed, error => {
      setFailure(messageOf(error))
      setLoading(false)
      onBusy(false)
    })
  }
  return { loading, failure, run }
}

function ConfirmBody({
  text,
  confirm: confirmWord,
  cancel,
  color = 'blue',
  doubleCheck,
  action,
  onCancel,
  onBusy,
  onConfirmed,
}: ConfirmOptions & ActionHandlers & { readonly onCancel: () => void }) {
  const { t } = useTranslation()
  const [isTicked, setTicked] = useState(false)
  const { loading, failure, run } = useAction({ ...(action && { action }), onBusy, onConfirmed })
  const go = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The button was disabled during the action and could not have the focus.
    if (failure !== null) go.current?.focus()
  }, [failure])
  return (
    <Stack gap="md">
      {text !== undefined && <Text component="div">{text}</Text>}
      {doubleCheck !== undefined && (
        <Switch
          checked={isTicked}
          onChange={e => setTicked(e.currentTarget.checked)}
          label={doubleCheck}
          disabled={loading}
        />
      )}
      {failure !== null && (
        <Text c="red" role="alert">
          {failure}
        </Text>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel} disabled={loading} data-autofocus>
          {cancel ?? t('ui.cancel')}
        </Button>
        <Button
          ref={go}
          color={color}
          onClick={run}
          loading={loading}
          disabled={doubleCheck !== undefined && !isTicked}
        >
          {confirmWord ?? t('ui.confirm')}
        </Button>
      </Group>
    </Stack>
  )
}
