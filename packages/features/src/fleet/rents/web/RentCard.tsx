// The rental contract of a vehicle or of its tyres: its terms, its use so far, and its form.
import { dayAt } from '@flotta/core/zones.ts'
import { query } from '@flotta/ui/api.ts'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import type { CardKind } from '@flotta/ui/resource/card-kind.ts'
import { HeadedCard } from '@flotta/ui/resource/HeadedCard.tsx'
import { useNow } from '@flotta/ui/ticker.ts'
import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  contractedKmTerm,
  type RentRecord,
  RentForm as Schema,
  tireRents,
  vehicleRents,
} from '../contract.ts'
import { dayOrDash } from './format.ts'
import { RentFields, type RentFormValues } from './RentFields.tsx'
import { RentProgress } from './RentProgress.tsx'

export interface RentCardProps {
  readonly rentKind: 'vehicle_rents' | 'tire_rents'
  readonly vehicle_id: number
  /** km as shown; null: not known */
  readonly odometer: number | null
  readonly mayEdit: boolean
  /** False for vehicles without kilometres, whose contract has none either. */
  readonly withKm?: boolean
  /** Called after a contract was stored or removed, because the vehicle's ownership has changed then. */
  readonly onChanged: () => void
}

export function RentCard({
  rentKind,
  vehicle_id,
  odometer,
  mayEdit,
  withKm = true,
  onChanged,
}: RentCardProps) {
  const { t } = useTranslation()
  const resource = (rentKind === 'vehicle_rents' ? vehicleRents : tireRents) as typeof vehicleRents
  const { data, error, refetch } = useQuery(query(resource.list, { query: { vehicle_id } }))
  const [editing, setEditing] = useState(false)
  const today = dayAt(useNow(60), Intl.DateTimeFormat().resolvedOptions().timeZone)
  const kind = useKind(resource, vehicle_id, today, withKm)
  const rent = data?.data[0] ?? null
  const previousId = useRef<number | null | undefined>(undefined)
  useEffect(() => {
    if (data === undefined) return
    const id = rent?.id ?? null
    if (previousId.current !== undefined && previousId.current !== id) onChanged()
    previousId.current = id
  }, [data, rent?.id, onChanged])
  if (data === undefined)
    return <LoadingRows error={error} onRetry={() => void refetch()} rows={2} />
  if (rent === null && !editing)
    return <NoRent onAdd={mayEdit ? () => setEditing(true) : undefined} />
  return (
    <HeadedCard
      form="inline"
      kind={kind}
      record={rent}
      editing={editing}
      onEdit={() => setEditing(true)}
      onClose={() => setEditing(false)}
      mayEdit={mayEdit}
      headOf={r => ({
        name: r.renter_name,
        facts: [
          t('rents.from_to', {
            from: dayOrDash(r.rent_start),
            to: dayOrDash(r.rent_end),
          }),
        ],
      })}
    >
      {rent !== null && (
        <RentProgress
          rent={withKm ? rent : { ...rent, contracted_km: null }}
          odometer={odometer}
          today={today}
        />
      )}
    </HeadedCard>
  )
}

/** Without `onAdd` no contract can be added. */
function NoRent({ onAdd }: { readonly onAdd: (() => void) | undefined }) {
  const { t } = useTranslation()
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('rents.none')}
      </Text>
      {onAdd !== undefined && (
        <Button
          variant="default"
          size="compact-md"
          mt="xs"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={onAdd}
        >
          {t('rents.add')}
        </Button>
      )}
    </>
  )
}

function useKind(
  resource: typeof vehicleRents,
  vehicle_id: number,
  today: string,
  withKm: boolean,
): CardKind<typeof vehicleRents, RentFormValues> {
  const { t } = useTranslation()
  const labels = {
    renter_name: t('rents.renter_name'),
    rent_start: t('rents.rent_start'),
    rent_end: t('rents.rent_end'),
    initial_km_contract: t('rents.initial_km_contract'),
    initial_km_period: t('rents.initial_km_period'),
    contracted_km: t('rents.contracted_km'),
    contracted_km_term: t('rents.contracted_km_term'),
  }
  const tires = resource.resource !== 'vehicle_rents'
  return {
    resource,
    nameOf: (rent: RentRecord) => rent.renter_name,
    labels,
    removeTitle: ({ renter_name: name }: RentRecord) =>
      t(tires ? 'rents.remove_title_tires' : 'rents.remove_title', { name }),
    removing: t(tires ? 'rents.removing_tires' : 'rents.removing'),
    removed: () => t(tires ? 'rents.removed_tires' : 'rents.removed'),
    schema: Schema.refine(rent => rent.rent_end >= rent.rent_start, {
      path: ['rent_end'],
      error: 'validation.before_start',
    }),
    toForm: rent => ({
      renter_name: rent?.renter_name ?? '',
      rent_start: rent?.rent_start ?? today,
      rent_end: rent?.rent_end ?? today,
      initial_km_contract: rent?.initial_km_contract ?? '',
      initial_km_period: rent?.initial_km_period ?? '',
      contracted_km: rent?.contracted_km ?? '',
      contracted_km_term: rent?.contracted_km_term ?? contractedKmTerm.none,
    }),
    toBody: ({ initial_km_period, ...values }, rent) => ({
      ...values,
      // an empty field leaves the value of the contract
      ...(initial_km_period !== '' && { initial_km_period }),
      ...(rent === null && { vehicle_id }),
    }),
    fields: form => <RentFields form={form} labels={labels} tires={tires} withKm={withKm} />,
  }
}
