// All entries, newest first. Whoever may write can remove a mistaken one.
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { ActionIcon, Title, Tooltip } from '@mantine/core'
import { IconTrash, type TablerIcon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import shared from '../../panel.module.css'
import { HistoryRows } from '../../web/History.tsx'
import type { Entry } from '../contract.ts'
import classes from './eyeservice.module.css'
import { useEntries, useMayWrite, useRemoveEntry } from './useEyeservice.ts'

interface Props {
  readonly vehicle: Vehicle
  readonly expenses: boolean
  readonly label: string
  readonly icon: TablerIcon
  readonly nameOf: (entry: Entry) => string
  /** The text beside the day, below the name. */
  readonly detailOf: (entry: Entry) => string
  /** The figure at the right. */
  readonly figureOf?: (entry: Entry) => string
}
const ROW_HEIGHT = 52

export function Entries(props: Props) {
  const { vehicle, expenses, label, icon: Icon } = props
  const { t } = useTranslation()
  const { entries, error, refetch } = useEntries(vehicle.id, expenses)
  const row = (entry: Entry) => <EntryRow entry={entry} {...props} />
  return (
    <section aria-label={label}>
      <div className={shared.section}>
        <Title order={3}>{label}</Title>
      </div>
      {entries === undefined ? (
        <LoadingRows error={error} onRetry={() => void refetch()} rows={4} />
      ) : entries.length === 0 ? (
        <Empty
          icon={Icon}
          title={t('ui.list.nothing')}
          text={t(expenses ? 'eyeservice.no_expenses_text' : 'eyeservice.no_history_text')}
        />
      ) : (
        <HistoryRows label={label} items={entries} row={row} rowHeight={ROW_HEIGHT} />
      )}
    </section>
  )
}
function EntryRow({
  entry,
  vehicle,
  icon: Icon,
  nameOf,
  detailOf,
  figureOf,
}: Props & { readonly entry: Entry }) {
  const { t } = useTranslation()
  const mayWrite = useMayWrite(vehicle)
  const remove = useRemoveEntry(vehicle, nameOf)
  const name = nameOf(entry)
  const day = formatDateTime(entry.message_datetime, 'date')
  return (
    <div className={classes.entry}>
      <Icon size={18} stroke={1.6} aria-hidden className={classes.icon ?? ''} />
      <span className={shared.grow}>
        <span className={classes.name} title={name}>
          {name}
        </span>
        <span className={classes.detail}>
          {[day, detailOf(entry)].filter(part => part !== '').join(' · ')}
        </span>
      </span>
      {figureOf !== undefined && <span className="flotta-figures">{figureOf(entry)}</span>}
      {mayWrite && (
        <Tooltip label={t('eyeservice.remove')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={40}
            onClick={() => remove(entry)}
            aria-label={t('eyeservice.remove_of', { name, day })}
          >
            <IconTrash size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  )
}
