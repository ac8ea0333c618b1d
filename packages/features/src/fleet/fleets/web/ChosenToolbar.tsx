// The actions on the selected vehicles: move them to a fleet or out of theirs.
import { Button, Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Fleet } from '../contract.ts'
import classes from './fleets.module.css'

export function ChosenToolbar({
  count,
  fleets,
  onMove,
  onCancel,
}: {
  readonly count: number
  readonly fleets: readonly Fleet[]
  readonly onMove: (fleet_id: number | null) => void
  readonly onCancel: () => void
}) {
  const { t } = useTranslation()
  return (
    <div
      className={classes.picked}
      role="toolbar"
      aria-label={t('fleets.chosen', { count: count })}
    >
      <span>{t('fleets.chosen', { count: count })}</span>
      <MoveMenu fleets={fleets} onMove={onMove} />
      <Button variant="subtle" color="gray" onClick={onCancel}>
        {t('ui.cancel')}
      </Button>
    </div>
  )
}

function MoveMenu({
  fleets,
  onMove,
}: {
  readonly fleets: readonly Fleet[]
  readonly onMove: (fleet_id: number | null) => void
}) {
  const { t } = useTranslation()
  return (
    <Menu position="top" styles={{ dropdown: { maxHeight: '50dvh', overflow: 'auto' } }}>
      <Menu.Target>
        <Button>{t('fleets.move_to')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {fleets.map(fleet => (
          <Menu.Item
            key={fleet.id}
            leftSection={
              <span className={classes.dot} style={{ background: fleet.color }} aria-hidden />
            }
            onClick={() => onMove(fleet.id)}
          >
            {fleet.code}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => onMove(null)}>{t('fleets.unassigned')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
