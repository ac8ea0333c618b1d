// The bar above the list: it selects all alerts of the page, and acknowledges, takes back or assigns the selected ones together.
import { Button, Checkbox, Menu } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconUser, IconUserOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActiveAlert } from '../../incidents/contract.ts'
import type { Marks } from '../../incidents/web/useMarks.ts'
import { AcknowledgeDialog } from './AcknowledgeDialog.tsx'
import classes from './activealerts.module.css'
import { useColleagues } from './useColleagues.ts'

export interface MarkBarProps {
  /** The alerts of the page. */
  readonly alerts: readonly ActiveAlert[]
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (ids: readonly string[]) => void
  readonly marks: Marks
}
type ChooseAllProps = Pick<MarkBarProps, 'alerts' | 'onChoose'> & {
  /** The number of selected alerts. */
  readonly count: number
}
function ChooseAll({ count, alerts, onChoose }: ChooseAllProps) {
  const { t } = useTranslation()
  return (
    <Checkbox
      size="xs"
      checked={count > 0 && count === alerts.length}
      indeterminate={count > 0 && count < alerts.length}
      onChange={() => onChoose(count === alerts.length ? [] : alerts.map(a => a.id))}
      label={count === 0 ? t('incidents.select_all') : t('incidents.selected', { count })}
    />
  )
}

export function MarkBar({ alerts, chosen, onChoose, marks }: MarkBarProps) {
  const { t } = useTranslation()
  const colleagues = useColleagues()
  const [isAsking, setAsking] = useState(false)
  const selectedAlerts = alerts.filter(a => chosen.has(a.id))
  const ids = selectedAlerts.map(a => a.id)
  const clearSelection = () => onChoose([])
  const isTaken = selectedAlerts.length > 0 && selectedAlerts.every(a => a.acknowledged_at !== null)
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('incidents.bulk')}>
      <ChooseAll count={selectedAlerts.length} alerts={alerts} onChoose={onChoose} />
      {selectedAlerts.length > 0 && (
        <>
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconCheck size={16} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            {t(isTaken ? 'incidents.comment_button' : 'incidents.acknowledge')}
          </Button>
          {isTaken && (
            <Button
              size="compact-md"
              variant="default"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              onClick={() => {
                marks.takeBack(ids)
                clearSelection()
              }}
            >
              {t('incidents.take_back')}
            </Button>
          )}
          <AssignMenu
            colleagues={colleagues}
            isAssigned={selectedAlerts.some(a => a.assigned_to !== null)}
            onAssign={person => {
              marks.assign(ids, person)
              clearSelection()
            }}
          />
        </>
      )}
      <AcknowledgeDialog
        count={isAsking ? selectedAlerts.length : 0}
        needsReason={!isTaken && selectedAlerts.some(a => a.severity === 2)}
        onClose={() => setAsking(false)}
        onAcknowledge={comment => {
          marks.acknowledge(ids, comment)
          setAsking(false)
          clearSelection()
        }}
      />
    </div>
  )
}
function AssignMenu({
  colleagues,
  isAssigned,
  onAssign,
}: {
  readonly colleagues: ReturnType<typeof useColleagues>
  /** Whether any of the selected alerts is assigned to somebody. */
  readonly isAssigned: boolean
  readonly onAssign: (person: Parameters<Marks['assign']>[1]) => void
}) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconUser size={16} aria-hidden />}
        >
          {t('incidents.assign')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.people ?? ''}>
        {colleagues.map(colleague => (
          <Menu.Item
            key={colleague.id}
            onClick={() => onAssign({ id: colleague.id, name: colleague.name })}
          >
            {colleague.name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconUserOff size={16} aria-hidden />}
          disabled={!isAssigned}
          onClick={() => onAssign(null)}
        >
          {t('incidents.unassign')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
