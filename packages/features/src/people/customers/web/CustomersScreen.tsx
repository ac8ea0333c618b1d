// The companies below the caller's: their data, how to reach them, what they may use.

import { query } from '@flotta/ui/api.ts'
import { IconLine } from '@flotta/ui/IconLine.tsx'
import { installation } from '@flotta/ui/installation.ts'
import { NumberField } from '@flotta/ui/NumberField.tsx'
import { type CardKind, EditCard, orDash } from '@flotta/ui/resource/EditCard.tsx'
import { ListScreen } from '@flotta/ui/resource/ListScreen.tsx'
import type { Column } from '@flotta/ui/table/DataTable.tsx'
import { Anchor, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconBuilding, IconMail, IconMapPin, IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccount, useMay } from '../../../account.tsx'
import {
  type Customer,
  configurationDefaults,
  customers,
  isTerm,
  limits,
  switches,
  type Term,
  terms,
} from '../contract.ts'

export default function CustomersScreen() {
  const { t } = useTranslation()
  const { user } = useAccount()
  const mayEdit = useMay(customers.create)
  const kind = useKind()
  // how many there are of all, whatever is searched
  const { data: all } = useQuery(query(customers.list, { query: { per_page: 1 } }))
  const columns: Column<Customer>[] = [
    { key: 'name', label: t('customers.name'), value: c => c.name, width: 1.4 },
    { key: 'vat_id', label: t('customers.vat_id'), value: c => c.vat_id },
    { key: 'city', label: t('customers.city'), value: c => c.city },
    { key: 'email', label: t('customers.email'), value: c => c.email, width: 1.4 },
    { key: 'phone', label: t('customers.phone'), value: c => c.phone },
    { key: 'address', label: t('customers.address'), value: c => c.address, shown: false },
    { key: 'zip_code', label: t('customers.zip_code'), value: c => c.zip_code, shown: false },
    { key: 'region', label: t('customers.region'), value: c => c.region, shown: false },
  ]
  return (
    <ListScreen
      kind={kind}
      mayEdit={mayEdit}
      full={
        all !== undefined && all.meta.total >= user.max_users ? t('customers.limit') : undefined
      }
      icon={IconBuilding}
      words={{
        add: t('customers.add'),
        search: t('customers.search'),
        empty: t('customers.empty'),
        emptyText: t('customers.empty_text'),
      }}
      columns={columns}
      card={card => (
        <EditCard
          {...card}
          head={
            card.record && (
              <>
                <Text fw={550} truncate title={card.record.name}>
                  {card.record.name}
                </Text>
                <Text size="sm" c="dimmed">
                  {t('customers.vat_id')} {orDash(card.record.vat_id)}
                </Text>
              </>
            )
          }
        >
          {card.record && <Reach customer={card.record} />}
        </EditCard>
      )}
    />
  )
}

/** Where it is and how to reach it. */
function Reach({ customer }: { readonly customer: Customer }) {
  const { t } = useTranslation()
  const { name, email, phone, address, city, zip_code, region } = customer
  const place = [address, [zip_code, city].filter(Boolean).join(' '), region]
    .filter(Boolean)
    .join(', ')
  return (
    <Stack gap={4} mt="sm">
      <IconLine icon={IconMail}>
        {email === null ? orDash(email) : <Anchor href={`mailto:${email}`}>{email}</Anchor>}
      </IconLine>
      <IconLine icon={IconPhone}>
        {phone === null ? orDash(phone) : <Anchor href={`tel:${phone}`}>{phone}</Anchor>}
      </IconLine>
      <IconLine icon={IconMapPin}>{orDash(place)}</IconLine>
      <Anchor
        component={Link}
        to="/users"
        search={{ customer_id: customer.id } as never}
        size="sm"
        mt={4}
        aria-label={t('customers.users_of', { name })}
      >
        {t('customers.users')}
      </Anchor>
    </Stack>
  )
}
type Parameter = (typeof limits)[number] | (typeof switches)[number] | Term
interface Form
  extends Record<
    'name' | 'vat_id' | 'email' | 'phone' | 'address' | 'city' | 'zip_code' | 'region' | 'timezone',
    string
  > {
  readonly configurations: readonly { readonly parameter: Parameter; readonly value: string }[]
}
const termNames = Object.keys(terms) as Term[]
const parameters: readonly Parameter[] = [...limits, ...termNames, ...switches]
/** A company that has none below it is not asked for more. */
const defaultOf = (parameter: Parameter): string =>
  isTerm(parameter) ? '' : parameter === 'max_users' ? '0' : configurationDefaults[parameter]
const timezones = Intl.supportedValuesOf('timeZone')

function useKind(): CardKind<typeof customers, Form> {
  const { t } = useTranslation()
  const labels = {
    name: t('customers.name'),
    vat_id: t('customers.vat_id'),
    email: t('customers.email'),
    phone: t('customers.phone'),
    address: t('customers.address'),
    city: t('customers.city'),
    zip_code: t('customers.zip_code'),
    region: t('customers.region'),
    timezone: t('customers.timezone'),
  }
  return {
    resource: customers,
    nameOf: customer => customer.name,
    labels,
    removing: t('customers.removing'),
    toForm: customer => ({
      name: customer?.name ?? '',
      vat_id: customer?.vat_id ?? '',
      email: customer?.email ?? '',
      phone: customer?.phone ?? '',
      address: customer?.address ?? '',
      city: customer?.city ?? '',
      zip_code: customer?.zip_code ?? '',
      region: customer?.region ?? '',
      timezone: customer?.timezone ?? installation.timezone,
      configurations: parameters.map(parameter => ({
        parameter,
        value:
          customer?.configurations.find(c => c.parameter === parameter)?.value ??
          defaultOf(parameter),
      })),
    }),
    fields: form => {
      const text = (
        field: keyof typeof labels,
        more: {
          readonly required?: boolean
          readonly type?: string
          readonly inputMode?: 'numeric' | 'tel'
        } = {},
      ) => (
        <TextInput
          {...form.getInputProps(field)}
          label={labels[field]}
          autoComplete="off"
          withAsterisk={false}
          {...more}
        />
      )
      const setting = (parameter: Parameter) => {
        const i = parameters.indexOf(parameter)
        return {
          value: form.values.configurations[i]?.value ?? '',
          set: (value: string) => form.setFieldValue(`configurations.${i}.value`, value as never),
          error: form.errors[`configurations.${i}.value`],
        }
      }
      return (
        <>
          {text('name', { required: true })}
          {text('vat_id', { required: true, inputMode: 'numeric' })}
          {text('email', { required: true, type: 'email' })}
          {text('phone', { type: 'tel', inputMode: 'tel' })}
          {text('address')}
          <SimpleGrid cols={2} spacing="sm">
            {text('city')}
            {text('zip_code')}
          </SimpleGrid>
          {text('region')}
          <Select
            {...form.getInputProps('timezone')}
            label={labels.timezone}
            searchable
            allowDeselect={false}
            data={timezones}
            limit={100}
          />
          <Text size="sm" fw={550} mt={4}>
            {t('customers.configurations')}
          </Text>
          <SimpleGrid cols={2} spacing="sm">
            {limits.map(parameter => (
              <Count
                key={parameter}
                parameter={parameter}
                {...setting(parameter)}
                min={0}
                max={99_999}
              />
            ))}
          </SimpleGrid>
          {termNames.map(parameter => (
            <Count
              key={parameter}
              parameter={parameter}
              {...setting(parameter)}
              min={1}
              max={terms[parameter]}
            />
          ))}
          {switches.map(parameter => {
            const { value, set } = setting(parameter)
            return (
              <Switch
                key={parameter}
                label={t(`customers.configuration.${parameter}`)}
                description={t(`customers.configuration_text.${parameter}`)}
                checked={value === '1'}
                onChange={e => set(e.currentTarget.checked ? '1' : '0')}
              />
            )
          })}
        </>
      )
    },
  }
}

interface CountProps {
  readonly parameter: Parameter
  readonly value: string
  readonly set: (value: string) => void
  readonly error: ReactNode
  readonly min: number
  readonly max: number
}
/** A whole number, or none. */
function Count({ parameter, value, set, error, min, max }: CountProps) {
  const { t } = useTranslation()
  return (
    <NumberField
      label={t(`customers.configuration.${parameter}`)}
      description={t(`customers.configuration_text.${parameter}`)}
      value={value}
      error={error}
      min={min}
      max={max}
      allowNegative={false}
      onChange={n => set(String(n))}
    />
  )
}
