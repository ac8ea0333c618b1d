// The drivers of the company: names, contacts, and the end of their licences.
import { formatDay } from '@flotta/core/time.ts'
import { query } from '@flotta/ui/api.ts'
import { now } from '@flotta/ui/clock.ts'
import { dayOf } from '@flotta/ui/day.ts'
import { IconLine } from '@flotta/ui/IconLine.tsx'
import { EditCard, orDash } from '@flotta/ui/resource/EditCard.tsx'
import { ListScreen } from '@flotta/ui/resource/ListScreen.tsx'
import type { Column } from '@flotta/ui/table/columns.ts'
import { Anchor, Badge, Group, Stack, Text } from '@mantine/core'
import {
  IconCalendarDue,
  IconId,
  IconLock,
  IconMail,
  IconNfc,
  IconNote,
  IconPhone,
  IconSteeringWheel,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccount, useMay } from '../../../account.tsx'
import { enterPrivateTrip } from '../../private-trips/contract.ts'
import { DriverTrip, TripButton } from '../../private-trips/web/DriverTrip.tsx'
import { type Driver, drivers, eraseDriver } from '../contract.ts'
import { daysLeft, licenseState } from '../rules.ts'
import { PersonalData } from './PersonalData.tsx'
import { nameOf, useDriverKind } from './useDriverKind.tsx'

export default function DriversScreen() {
  const { t } = useTranslation()
  const { customer } = useAccount()
  const mayEdit = useMay(drivers.create)
  const mayErase = useMay(eraseDriver)
  const kind = useDriverKind()
  const mayEnter = useMay(enterPrivateTrip)
  const activities = settingOf(customer, 'drivers_active') === '1'
  const columns = useMemo(
    () => columnsOf(t, { activities, mayEnter, mayErase }),
    [t, activities, mayEnter, mayErase],
  )
  const { data: all } = useQuery(query(drivers.list, { query: { per_page: 1 } }))
  const most = Number(settingOf(customer, 'max_drivers') ?? '50')
  return (
    <ListScreen
      kind={kind}
      mayEdit={mayEdit}
      all={all?.meta.total}
      full={
        all !== undefined && all.meta.total >= most ? t('drivers.limit', { max: most }) : undefined
      }
      icon={IconSteeringWheel}
      words={{
        add: t('drivers.add'),
        search: t('drivers.search'),
        empty: t('drivers.empty'),
        emptyText: mayEdit ? t('drivers.empty_text') : undefined,
      }}
      columns={columns}
      card={card => (
        <EditCard
          {...card}
          head={card.record && <DriverIdentity driver={card.record} />}
          actions={
            card.record !== null &&
            mayErase && <PersonalData driver={card.record} name={nameOf(card.record)} />
          }
        >
          {card.record && <DriverFacts driver={card.record} activities={activities} />}
        </EditCard>
      )}
    />
  )
}
const settingOf = (
  { configurations }: ReturnType<typeof useAccount>['customer'],
  parameter: string,
) => configurations.find(c => c.parameter === parameter)?.value

function DriverIdentity({ driver }: { readonly driver: Driver }) {
  const { t } = useTranslation()
  return (
    <>
      <Text fw={550} truncate title={nameOf(driver)}>
        {nameOf(driver)}
      </Text>
      {driver.active === 0 && (
        <Badge variant="light" color="gray" tt="none" fw={550} mt={4}>
          {t('drivers.inactive')}
        </Badge>
      )}
    </>
  )
}

/** The last valid day, and how near it is. */
function LicenceExpiry({ date }: { readonly date: string }) {
  const { t } = useTranslation()
  const today = dayOf(now())
  const state = licenseState(date, today)
  const days = daysLeft(date, today)
  if (state === 'valid') return <span>{formatDay(date)}</span>
  return (
    <Group gap={6} wrap="nowrap">
      <span style={{ whiteSpace: 'nowrap' }}>{formatDay(date)}</span>
      <Badge
        variant="light"
        color={state === 'expired' ? 'red' : 'yellow'}
        tt="none"
        fw={550}
        style={{ flex: 'none' }}
      >
        {state === 'expired'
          ? t('drivers.expired')
          : days === 0
            ? t('drivers.expires_today')
            : t('drivers.expires_in', { count: days })}
      </Badge>
    </Group>
  )
}

/** What the person may do with drivers, in the table as on the cards. */
interface DriverRights {
  readonly activities: boolean
  readonly mayEnter: boolean
  readonly mayErase: boolean
}
const columnsOf = (t: TFunction, rights: DriverRights): readonly Column<Driver>[] => [
  { key: 'surname', label: t('drivers.surname'), value: d => d.surname },
  { key: 'name', label: t('drivers.name'), value: d => d.name },
  { key: 'license', label: t('drivers.license'), value: d => d.license },
  {
    key: 'license_expiration_date',
    label: t('drivers.license_expiration_date'),
    value: d => d.license_expiration_date,
    show: d =>
      d.license_expiration_date !== null && <LicenceExpiry date={d.license_expiration_date} />,
    // the badge
    beside: 130,
  },
  { key: 'phone_number', label: t('drivers.phone_number'), value: d => d.phone_number },
  {
    key: 'active',
    label: t('drivers.state'),
    value: d => t(d.active === 1 ? 'drivers.active' : 'drivers.inactive'),
  },
  {
    key: 'private_trips',
    label: t('drivers.private'),
    value: d => t(d.private_trips ? 'drivers.private_allowed' : 'drivers.private_refused'),
    show: d =>
      d.private_trips && d.active === 1 && rights.mayEnter ? (
        <TripButton driver={d} name={nameOf(d)} />
      ) : undefined,
    // what the button is longer than the word
    beside: 120,
  },
  ...(rights.activities || rights.mayErase
    ? [
        {
          key: 'actions',
          label: t('drivers.actions'),
          value: () => '',
          show: (d: Driver) => <DriverActions driver={d} {...rights} />,
          actions: true as const,
          beside: 110,
        },
      ]
    : []),
  { key: 'email', label: t('drivers.email'), value: d => d.email, width: 1.4, ownLine: true },
  { key: 'ibutton_id', label: t('drivers.ibutton_id'), value: d => d.ibutton_id, shown: false },
  { key: 'note', label: t('drivers.note'), value: d => d.note, shown: false, ownLine: true },
]

/** The way to the activities and the menu of the personal data, beside each other in a row of the table. */
function DriverActions({
  driver,
  activities,
  mayErase,
}: DriverRights & { readonly driver: Driver }) {
  return (
    <Group gap="xs" wrap="nowrap">
      {activities && <ActivitiesLink driver={driver} />}
      {mayErase && <PersonalData driver={driver} name={nameOf(driver)} />}
    </Group>
  )
}
function ActivitiesLink({ driver }: { readonly driver: Driver }) {
  const { t } = useTranslation()
  return (
    <Anchor
      className="flotta-target"
      component={Link}
      to="/drivers/activity"
      search={{ driver: driver.id } as never}
      size="sm"
      aria-label={t('drivers.activities_of', { name: nameOf(driver) })}
    >
      {t('drivers.activities')}
    </Anchor>
  )
}

function DriverFacts({
  driver,
  activities,
}: {
  readonly driver: Driver
  readonly activities: boolean
}) {
  const { t } = useTranslation()
  const mayEnter = useMay(enterPrivateTrip)
  const { license, license_expiration_date, phone_number, email, ibutton_id, note } = driver
  return (
    <Stack gap={4} mt="sm">
      <IconLine icon={IconId} label={t('drivers.license')}>
        {orDash(license)}
      </IconLine>
      {license_expiration_date !== null && (
        <IconLine icon={IconCalendarDue} label={t('drivers.license_expiration_date')}>
          <LicenceExpiry date={license_expiration_date} />
        </IconLine>
      )}
      <IconLine icon={IconPhone} label={t('drivers.phone_number')}>
        {phone_number === null ? orDash(null) : <ContactLink scheme="tel" address={phone_number} />}
      </IconLine>
      {email !== null && (
        <IconLine icon={IconMail} label={t('drivers.email')}>
          <ContactLink scheme="mailto" address={email} />
        </IconLine>
      )}
      {ibutton_id !== null && (
        <IconLine icon={IconNfc} label={t('drivers.ibutton_id')}>
          {ibutton_id}
        </IconLine>
      )}
      {driver.private_trips &&
        (mayEnter && driver.active === 1 ? (
          <DriverTrip driver={driver} name={nameOf(driver)} may={t('drivers.private_trips')} />
        ) : (
          <IconLine icon={IconLock}>{t('drivers.private_trips')}</IconLine>
        ))}
      {note !== null && (
        <IconLine icon={IconNote} label={t('drivers.note')}>
          <span title={note}>{note}</span>
        </IconLine>
      )}
      {activities && <ActivitiesLink driver={driver} />}
    </Stack>
  )
}

const ContactLink = (props: { readonly scheme: 'tel' | 'mailto'; readonly address: string }) => (
  <Anchor className="flotta-target" href={`${props.scheme}:${props.address}`}>
    {props.address}
  </Anchor>
)
