// The to-do list: alarms first, then what is silent, due or failed. Each line links to the screen where it is handled.
import { Empty } from '@flotta/ui/Empty.tsx'
import { RelativeTime } from '@flotta/ui/RelativeTime.tsx'
import { Severity } from '@flotta/ui/Severity.tsx'
import { SkeletonRows } from '@flotta/ui/SkeletonRows.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Button } from '@mantine/core'
import { IconChecks, IconTruck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertAge } from '../../../alerts/incidents/web/AlertAge.tsx'
import { AlertFigures } from '../../../alerts/incidents/web/AlertFigures.tsx'
import { leadsTo } from '../../../alerts/incidents/web/leads.ts'
import { leftWord } from '../../../costs/tcos/web/words.ts'
import type { ToDo, ToDoGroup, ToDoItem } from '../contract.ts'
import classes from './dashboard.module.css'

interface Destination {
  readonly to: string
  readonly search?: object
}
/** The screen where a group is handled. */
const screens: Readonly<Record<ToDoGroup | 'alarms', Destination>> = {
  alarms: { to: '/active-alerts', search: { severity: 2 } },
  silent: { to: '/global-map', search: { s: 'system', f: 'disconnected' } },
  licences: { to: '/drivers' },
  maintenance: { to: '/services/eyeservice' },
  costs: { to: '/tcos', search: { tab: 'dues' } },
  agreements: { to: '/agreements' },
  reports: { to: '/reports' },
  recipients: { to: '/alerts' },
}
/** Groups whose lines lead to their vehicle on the map. */
const onMap: ReadonlySet<ToDoGroup> = new Set(['silent', 'maintenance'])
const destinationOf = (group: ToDoGroup, { vehicle_id }: ToDoItem): Destination =>
  vehicle_id !== null && onMap.has(group)
    ? { to: '/global-map', search: { v: vehicle_id } }
    : screens[group]

interface ToDoListProps {
  /** undefined while loading */
  readonly toDo: ToDo | undefined
  /** The company has no vehicle yet. */
  readonly isNew: boolean
}
export function ToDoList({ toDo, isNew }: ToDoListProps) {
  const { t } = useTranslation()
  return (
    <section className={classes.toDo} aria-labelledby="to-do">
      <h2 id="to-do">{t('dashboard.to_do.title')}</h2>
      {toDo === undefined ? (
        <SkeletonRows rows={4} />
      ) : toDo.alarms.total === 0 && toDo.groups.length === 0 ? (
        <NothingToDo isNew={isNew} />
      ) : (
        <>
          {toDo.alarms.total > 0 && <Alarms alarms={toDo.alarms} />}
          {toDo.groups.map(({ group, total, items }) => (
            <Group key={group} group={group} total={total}>
              {items.map(item => (
                <Line key={item.key} destination={destinationOf(group, item)}>
                  <Item item={item} group={group} />
                </Line>
              ))}
            </Group>
          ))}
        </>
      )}
    </section>
  )
}

function NothingToDo({ isNew }: Pick<ToDoListProps, 'isNew'>) {
  const { t } = useTranslation()
  if (!isNew)
    return (
      <Empty
        icon={IconChecks}
        title={t('dashboard.to_do.nothing')}
        text={t('dashboard.to_do.nothing_text')}
      />
    )
  return (
    <Empty
      icon={IconTruck}
      title={t('vehicles.empty')}
      text={t('dashboard.to_do.no_vehicles')}
      action={
        <Button component={Link} to="/vehicles" variant="default">
          {t('dashboard.to_do.to_vehicles')}
        </Button>
      }
    />
  )
}

function Alarms({ alarms: { total, items } }: { readonly alarms: ToDo['alarms'] }) {
  return (
    <Group group="alarms" total={total}>
      {items.map(alert => (
        <Line key={alert.id} destination={{ to: '/global-map', search: leadsTo(alert) }}>
          <Severity level={alert.severity} size={16} />
          <span className={classes.waiting}>
            <b>{alert.plate}</b>{' '}
            {alert.subject === undefined
              ? alert.description
              : `${alert.description} · ${alert.subject}`}{' '}
            {alert.measured !== undefined && <AlertFigures measured={alert.measured} />}
          </span>
          <span className={classes.age}>
            <AlertAge alert={alert} every={60} />
          </span>
        </Line>
      ))}
    </Group>
  )
}

interface GroupProps {
  readonly group: ToDoGroup | 'alarms'
  readonly total: number
  readonly children: ReactNode
}
/** A heading that links to the screen of the group, and its first lines. */
function Group({ group, total, children }: GroupProps) {
  const { t } = useTranslation()
  const name = t(`dashboard.to_do.group.${group}`)
  return (
    <div className={classes.group}>
      <h3>
        <Lead destination={screens[group]}>
          <span>{name}</span> <b>{formatNumber(total)}</b>
        </Lead>
      </h3>
      <ul aria-label={name}>{children}</ul>
    </div>
  )
}
const Lead = ({
  destination: { to, search = {} },
  children,
}: {
  readonly destination: Destination
  readonly children: ReactNode
}) => (
  <Link to={to} search={search} className={classes.waitingLine}>
    {children}
  </Link>
)
const Line = (props: { readonly destination: Destination; readonly children: ReactNode }) => (
  <li>
    <Lead {...props} />
  </li>
)

/** `in 12 days`, `today`, `3 days overdue`; of a licence `expired 3 days ago` */
function dueWords(
  due: NonNullable<ToDoItem['due']>,
  group: ToDoGroup,
  t: ReturnType<typeof useTranslation>['t'],
): string {
  if (group === 'licences' && due.left_days !== null && due.left_days < 0)
    return t('dashboard.to_do.expired', { count: -due.left_days })
  const remaining =
    (due.by === 'period' ? due.left_days : due.by === 'km' ? due.left_km : due.left_hour) ?? 0
  const words = leftWord(due)
  return remaining > 0 ? t('dashboard.to_do.ahead', { left: words }) : words
}

function Item({
  item: { name, about, tone, at, due, vehicles },
  group,
}: {
  readonly item: ToDoItem
  readonly group: ToDoGroup
}) {
  const { t } = useTranslation()
  const subject =
    name ??
    (vehicles > 1
      ? t('dashboard.to_do.vehicles', { count: vehicles })
      : t('reports.file.all_vehicles'))
  return (
    <>
      <Severity level={tone === 'alarm' ? 2 : 1} size={16} />
      <span className={classes.waiting}>
        <b>{subject}</b> {about}
      </span>
      <span className={classes.age}>
        {due !== null
          ? dueWords(due, group, t)
          : at !== null && <RelativeTime at={at} every={60} />}
      </span>
    </>
  )
}
