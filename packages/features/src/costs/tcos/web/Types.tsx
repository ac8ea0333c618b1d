// The cost types: each says after how many kilometres, hours or months it is due again, and how long before that a notice appears.

import type { CardKind } from '@flotta/ui/resource/card-kind.ts'
import { EditCard } from '@flotta/ui/resource/EditCard.tsx'
import { ListScreen } from '@flotta/ui/resource/ListScreen.tsx'
import type { Column } from '@flotta/ui/table/columns.ts'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Badge, Group, Text } from '@mantine/core'
import { IconTools } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { type CostType, types } from '../contract.ts'
import { TypeFields, type TypeFormValues } from './TypeFields.tsx'

export default function Types() {
  const { t } = useTranslation()
  const mayEdit = useMay(types.update)
  const kind = useTypeKind()
  const span = useSpanWriter()
  const columns: Column<CostType>[] = [
    { key: 'name', label: t('tcos.name'), value: y => y.name, width: 1.6 },
    {
      key: 'repeat',
      label: t('tcos.repeat'),
      value: y => span(y.repeat_after_km, y.repeat_after_hour, y.repeat_after_period),
      width: 1.4,
    },
    {
      key: 'notice',
      label: t('tcos.notice'),
      value: y => span(y.notice_after_km, y.notice_after_hour, y.notice_after_period),
      width: 1.4,
    },
    { key: 'note', label: t('tcos.note'), value: y => y.note, width: 1.6, shown: false },
    {
      key: 'active',
      label: t('tcos.active'),
      value: y => t(y.active === 1 ? 'tcos.yes' : 'tcos.no'),
    },
  ]
  return (
    <ListScreen
      part={t('tcos.tab.types')}
      kind={kind}
      mayEdit={mayEdit}
      icon={IconTools}
      words={{
        add: t('tcos.add_type'),
        search: t('tcos.search_type'),
        empty: t('tcos.empty_types'),
        emptyText: mayEdit ? t('tcos.empty_types_text') : undefined,
      }}
      columns={columns}
      card={card => (
        <EditCard {...card} head={card.record && <TypeHead type={card.record} span={span} />} />
      )}
    />
  )
}

type SpanWriter = (km: number | null, hour: number | null, months: number | null) => string
/** Writes an interval, for example "40.000 km · 12 mesi"; without any value a dash. */
function useSpanWriter(): SpanWriter {
  const { t } = useTranslation()
  return (km, hour, months) =>
    [
      km ? formatNumber(km, { unit: 'km' }) : null,
      hour ? formatNumber(hour, { unit: 'h' }) : null,
      months ? t('tcos.months', { count: months }) : null,
    ]
      .filter(word => word !== null)
      .join(' · ') || '—'
}

function TypeHead({ type, span }: { readonly type: CostType; readonly span: SpanWriter }) {
  const { t } = useTranslation()
  const repeats = span(type.repeat_after_km, type.repeat_after_hour, type.repeat_after_period)
  const notice = span(type.notice_after_km, type.notice_after_hour, type.notice_after_period)
  return (
    <>
      <Group gap={8} wrap="nowrap">
        <Text fw={550} truncate>
          {type.name}
        </Text>
        {type.active === 0 && (
          <Badge variant="light" color="gray" tt="none" fw={550}>
            {t('tcos.inactive')}
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {repeats === '—' ? t('tcos.never_repeats') : t('tcos.every', { span: repeats })}
      </Text>
      {notice !== '—' && (
        <Text size="sm" c="dimmed">
          {t('tcos.before', { span: notice })}
        </Text>
      )}
      {type.note !== null && (
        <Text size="sm" mt={4} lineClamp={2}>
          {type.note}
        </Text>
      )}
    </>
  )
}

function useTypeKind(): CardKind<typeof types, TypeFormValues> {
  const { t } = useTranslation()
  const labels = {
    name: t('tcos.name'),
    repeat_after_km: t('tcos.repeat_km'),
    repeat_after_hour: t('tcos.repeat_hour'),
    repeat_after_period: t('tcos.repeat_period'),
    notice_after_km: t('tcos.notice_km'),
    notice_after_hour: t('tcos.notice_hour'),
    notice_after_period: t('tcos.notice_period'),
    note: t('tcos.note'),
    active: t('tcos.active'),
  }
  return {
    resource: types,
    nameOf: type => type.name,
    labels,
    removing: t('tcos.removing_type'),
    toForm: type =>
      type === null
        ? {
            name: '',
            repeat_after_km: null,
            repeat_after_hour: '',
            repeat_after_period: null,
            notice_after_km: null,
            notice_after_hour: '',
            notice_after_period: null,
            note: '',
            active: 1,
          }
        : {
            name: type.name,
            repeat_after_km: type.repeat_after_km,
            repeat_after_hour: type.repeat_after_hour ?? '',
            repeat_after_period: type.repeat_after_period,
            notice_after_km: type.notice_after_km,
            notice_after_hour: type.notice_after_hour ?? '',
            notice_after_period: type.notice_after_period,
            note: type.note ?? '',
            active: type.active,
          },
    fields: form => <TypeFields form={form} labels={labels} />,
  }
}
