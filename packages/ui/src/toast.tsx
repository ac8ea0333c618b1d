// Short notices in the corner: `toast.success(t('…'), { action: { label: t('ui.undo'), onClick } })`.
import { Button, Group, Text } from '@mantine/core'
import { Notifications, type NotificationsProps, notifications } from '@mantine/notifications'
import {
  IconAlertTriangle,
  IconBell,
  IconCheck,
  IconExclamationCircle,
  IconFileText,
  IconInfoCircle,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react'
import { isCancelledError } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError, messageOf } from './api.ts'
import { NOTICES } from './focus.ts'
import { say } from './texts.ts'

/** Moves the focus to the newest notice from anywhere, because a notice may be gone before Tab reaches it. */
const TO_NOTICES = 'F8'

/** The place of notices, once in the page. It exists before the first notice, because screen readers announce only changes of an existing region. */
export function Toasts(props: Pick<NotificationsProps, 'position' | 'limit' | 'zIndex'>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const notice = event.target instanceof Element ? event.target.closest(NOTICE) : null
      if (event.key === TO_NOTICES)
        firstButton([...document.querySelectorAll(NOTICE)].at(-1))?.focus()
      else if (event.key === 'Escape' && notice !== null)
        [...notice.querySelectorAll('button')].at(-1)?.click()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return <Notifications aria-live="polite" {...props} />
}
const NOTICE = `${NOTICES} .mantine-Notification-root`
const firstButton = (notice: Element | undefined): HTMLElement | null =>
  notice?.querySelector('button') ?? null

export interface ToastAction {
  readonly label: string
  readonly onClick: () => void
}
export interface ToastOptions {
  readonly title?: string
  /** What can be done about it: one action, or several. */
  readonly action?: ToastAction | readonly ToastAction[]
  /** A second notice with the same id replaces the first one. */
  readonly id?: string
}
type Kind = 'general' | 'info' | 'success' | 'warning' | 'error' | 'report' | 'user' | 'alarm'

/** How long a notice is shown, in milliseconds (general.50). */
const SHOWN = 5000
const SHOWN_COPIED = 3000
const looks: Readonly<Record<Kind, { readonly color: string; readonly icon: TablerIcon }>> = {
  general: { color: 'gray', icon: IconBell },
  info: { color: 'blue', icon: IconInfoCircle },
  success: { color: 'green', icon: IconCheck },
  warning: { color: 'yellow', icon: IconAlertTriangle },
  error: { color: 'red', icon: IconExclamationCircle },
  report: { color: 'blue', icon: IconFileText },
  user: { color: 'blue', icon: IconUser },
  alarm: { color: 'red', icon: IconAlertTriangle },
}

function showToast(
  kind: Kind,
  message: string,
  { title, action, id }: ToastOptions = {},
  autoCloseMs = SHOWN,
): void {
  const { color, icon: Icon } = looks[kind]
  const actions = action === undefined ? [] : 'label' in action ? [action] : action
  const grave = kind === 'warning' || kind === 'error' || kind === 'alarm'
  const toastId = id ?? `${kind} ${message}`
  notifications.hide(toastId)
  notifications.show({
    id: toastId,
    color,
    icon: <Icon size={18} aria-hidden />,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': say('ui.close') },
    role: grave ? 'alert' : 'status',
    // A grave notice with an action stays until it is closed.
    autoClose: grave && actions.length > 0 ? false : autoCloseMs,
    ...(title !== undefined && { title }),
    message:
      actions.length === 0 ? (
        message
      ) : (
        <Group justify="space-between" gap="sm" wrap="nowrap">
          <Text size="sm" style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {message}
          </Text>
          <Group gap={0} wrap="nowrap" style={{ flex: 'none' }}>
            {actions.map(({ label, onClick }) => (
              <Button
                key={label}
                size="compact-sm"
                variant="subtle"
                onClick={() => {
                  notifications.hide(toastId)
                  onClick()
                }}
              >
                {label}
              </Button>
            ))}
          </Group>
        </Group>
      ),
  })
}
const toastOf = (kind: Kind) => (message: string, options?: ToastOptions) =>
  showToast(kind, message, options)

export const toast = {
  general: toastOf('general'),
  info: toastOf('info'),
  success: toastOf('success'),
  warning: toastOf('warning'),
  error: toastOf('error'),
  report: toastOf('report'),
  user: toastOf('user'),
  alarm: toastOf('alarm'),
  /** Something was done; the message names it. With `onUndo` it can be undone. */
  saved: (message: string, onUndo?: () => void): void =>
    showToast(
      'success',
      message,
      onUndo === undefined ? {} : { action: { label: say('ui.undo'), onClick: onUndo } },
    ),
  copied: (): void => showToast('success', say('ui.copied'), { id: 'copied' }, SHOWN_COPIED),
  /** A failed call, in its own words; a call that was aborted, for example by leaving its screen, is no failure. */
  failed: (error: unknown, options?: ToastOptions): void => {
    if (!isCancelledError(error)) showToast(kindOf(error), messageOf(error), options)
  },
}

/** The failures that are told as a warning, by their status (general.92 to general.96). */
const WARNINGS: readonly number[] = [400, 401, 403, 423, 429]
const kindOf = (error: unknown): Kind =>
  error instanceof ApiError && WARNINGS.includes(error.status) ? 'warning' : 'error'
