// The button of a remote command. Its dialog shows the vehicle, its speed, the present and the requested value, and a box that must be ticked.
import type { Endpoint } from '@flotta/core/contract.ts'
import { query } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { newKey } from '@flotta/ui/idempotency-key.ts'
import { formatNumber } from '@flotta/ui/texts.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { Alert, Button, type ButtonProps, Tooltip } from '@mantine/core'
import { IconArrowRight, IconPlugConnectedX, IconShieldLock } from '@tabler/icons-react'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { connectionStatus, type Vehicle } from '../../../fleet/vehicles/contract.ts'
import { Speed } from '../../panel.tsx'
import { availability, type Command } from '../contract.ts'
import { hasFailed } from './CommandFailure.tsx'
import classes from './commands.module.css'

/** The Idempotency-Key belongs to the dialog, so that a second try in it is the same command. */
export interface CommandHeaders extends Readonly<Record<string, string>> {
  readonly 'idempotency-key': string
}

export interface CommandButtonProps {
  readonly vehicle: Pick<Vehicle, 'id' | 'plate' | 'status'>
  /** Users who may not call this endpoint do not see the button. */
  readonly endpoint: Endpoint
  /** The action, shown on the button and in the dialog's title: "Disabilita avviamento". */
  readonly label: string
  /** The present and the requested value; null: unknown. */
  readonly now: string | null
  readonly valueText: string
  /** A text that the person should read before. */
  readonly text?: string
  /** Why it cannot be sent now, in words; null: it can be sent. */
  readonly locked?: string | null
  /** Sends the command and returns the stored one. A refusal appears in the dialog. */
  readonly onSend: (headers: CommandHeaders) => Promise<Command | undefined>
  readonly color?: 'blue' | 'red' | 'orange'
  readonly icon?: React.ReactNode
  readonly variant?: ButtonProps['variant']
  readonly fullWidth?: boolean
}

/** Marks the panels of the vehicle as outdated; histories are updated by events. */
function invalidatePanels(client: QueryClient, vehicle: number): void {
  const isShown = ([path, parameters]: readonly unknown[]) =>
    typeof path === 'string' &&
    path.startsWith('/services/') &&
    !path.endsWith('/history') &&
    isAbout(parameters, vehicle)
  void client.invalidateQueries({ predicate: ({ queryKey }) => isShown(queryKey) })
}
const isAbout = (parameters: unknown, vehicle: number): boolean =>
  (parameters as { readonly params?: { readonly id?: unknown } } | undefined)?.params?.id ===
  vehicle

const Change = ({ now, valueText }: Pick<CommandButtonProps, 'now' | 'valueText'>) => {
  const { t } = useTranslation()
  return (
    <div className={classes.change}>
      <span>
        <small>{t('commands.value_now')}</small>
        <strong>{now ?? '—'}</strong>
      </span>
      <IconArrowRight size={18} role="img" aria-label={t('commands.becomes')} />
      <span>
        <small>{t('commands.value_wanted')}</small>
        <strong>{valueText}</strong>
      </span>
    </div>
  )
}

/** The dialog in which a command is confirmed and sent. */
function useCommandDialog({
  vehicle,
  label,
  now,
  valueText,
  text,
  onSend,
  color = 'blue',
}: CommandButtonProps): () => Promise<void> {
  const { t } = useTranslation()
  const client = useQueryClient()
  const speed = useContext(Speed)
  return async () => {
    const headers: CommandHeaders = { 'idempotency-key': newKey() }
    let command: Command | undefined
    const isConfirmed = await confirm({
      title: t('commands.confirm_title', { label, plate: vehicle.plate }),
      text: (
        <>
          {text}
          <Change now={now} valueText={valueText} />
          {t('commands.of_vehicle', { plate: vehicle.plate })}
          {speed !== undefined && ` · ${formatNumber(speed, { unit: 'km/h' })}`}
        </>
      ),
      confirm: t('commands.send'),
      color,
      doubleCheck: t('commands.risks'),
      action: async () => {
        command = await onSend(headers)
      },
    })
    if (!isConfirmed) return
    // The panel reports a command that failed at once.
    if (command === undefined || !hasFailed(command)) toast.info(t('commands.submitted'))
    invalidatePanels(client, vehicle.id)
  }
}

export function CommandButton(props: CommandButtonProps) {
  const {
    vehicle,
    endpoint,
    label,
    locked = null,
    color = 'blue',
    icon,
    variant = 'default',
    fullWidth = true,
  } = props
  const { t } = useTranslation()
  const may = useMay(endpoint)
  const ask = useCommandDialog(props)
  const isContested = useContested(vehicle.id, may)
  if (!may) return null
  const offline = vehicle.status !== connectionStatus.connected
  const reason = offline
    ? t('commands.offline_now')
    : isContested
      ? t('commands.contested')
      : locked

  const button = (
    <Button
      variant={offline ? 'default' : variant}
      color={color}
      fullWidth={fullWidth}
      // a long command takes a second line in a narrow panel
      h="auto"
      mih="var(--button-height)"
      py={4}
      styles={{ label: { whiteSpace: 'normal', lineHeight: 1.25 } }}
      leftSection={offline ? <IconPlugConnectedX size={16} aria-hidden /> : icon}
      {...(reason !== null && { 'data-disabled': true })}
      aria-disabled={reason !== null}
      onClick={event => {
        if (reason === null) void ask()
        else event.preventDefault()
      }}
    >
      {label}
    </Button>
  )
  // The tooltip is always there, so that locking does not replace the button and it keeps the focus.
  return (
    <Tooltip
      label={reason}
      disabled={reason === null}
      multiline
      maw={280}
      events={{ hover: true, focus: true, touch: true }}
    >
      {button}
    </Tooltip>
  )
}

/** Interval of checking again while the device is contested, ms. */
const CONTEST_REFETCH_MS = 10_000
/** Whether commands are refused because two connections have signed in as the vehicle's device. */
function useContested(id: number, isEnabled: boolean): boolean {
  const { data } = useQuery({
    ...query(availability, { params: { id } }),
    enabled: isEnabled,
    refetchInterval: ({ state }) => (state.data?.contested_until ? CONTEST_REFETCH_MS : false),
  })
  return data !== undefined && data.contested_until !== null
}

export interface RefusedNoticeProps {
  readonly vehicle: Pick<Vehicle, 'id' | 'status'>
  /** Users who may not send the command see nothing. */
  readonly endpoint: Endpoint
  /** For a panel that knows better than the vehicle's status that the connection is closed. */
  readonly isOffline?: boolean
}
/** A notice above the buttons why nothing can be sent now, because disabled buttons do not say it. */
export function RefusedNotice({
  vehicle,
  endpoint,
  isOffline = vehicle.status !== connectionStatus.connected,
}: RefusedNoticeProps) {
  const { t } = useTranslation()
  const may = useMay(endpoint)
  const isContested = useContested(vehicle.id, may)
  if (!may || !(isOffline || isContested)) return null
  const Icon = isOffline ? IconPlugConnectedX : IconShieldLock
  return (
    <Alert
      mt="sm"
      variant="light"
      color={isOffline ? 'gray' : 'yellow'}
      icon={<Icon size={16} aria-hidden />}
    >
      {t(isOffline ? 'commands.offline_now' : 'commands.contested')}
    </Alert>
  )
}
