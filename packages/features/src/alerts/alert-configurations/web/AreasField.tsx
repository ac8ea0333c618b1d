// The areas that the chosen alerts are limited to; without a choice all areas.
import type { AreaKind } from '@flotta/core/alerts.ts'
import { query } from '@flotta/ui/api.ts'
import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { areaKinds } from '../../../map/areas/web/kinds.tsx'
import { areaFault, areaFieldsOf, type ChosenAreas } from './named-areas.ts'

/** Areas that the list shows at a time; the search finds the others. */
const SHOWN = 100

interface AreasFieldProps {
  readonly alerts: readonly number[]
  readonly areas: ChosenAreas
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (areas: ChosenAreas) => void
}
export function AreasField({ alerts, areas, errors, onChange }: AreasFieldProps) {
  return areaFieldsOf(alerts).map(kind => (
    <AreasOfKind
      key={kind}
      kind={kind}
      ids={areas[kind]}
      error={areaFault(kind, alerts, errors)}
      onChange={ids => onChange({ ...areas, [kind]: ids })}
    />
  ))
}

function AreasOfKind({
  kind,
  ids,
  error,
  onChange,
}: {
  readonly kind: AreaKind
  readonly ids: readonly number[]
  readonly error: string | undefined
  readonly onChange: (ids: readonly number[]) => void
}) {
  const { t } = useTranslation()
  const { data } = useQuery(query(areaKinds[kind].resource.all, {}))
  const options = useMemo(
    () =>
      (data ?? []).map(({ id, code, name }) => ({
        value: String(id),
        label: name === code ? code : `${code} · ${name}`,
      })),
    [data],
  )
  return (
    <MultiSelect
      label={t(`areas.title.${kind}`)}
      placeholder={ids.length === 0 ? t(`alert_configurations.areas.all.${kind}`) : ''}
      data={options}
      value={ids.map(String)}
      onChange={chosen => onChange(chosen.map(Number))}
      error={error}
      searchable
      clearable
      hidePickedOptions
      limit={SHOWN}
      maxDropdownHeight={280}
      nothingFoundMessage={t('ui.list.nothing')}
    />
  )
}

/** The names of the areas of a configuration; nothing if it is not limited. */
export function AreaNames({ areas }: { readonly areas: ChosenAreas }) {
  const { t } = useTranslation()
  const names = [...useNames('hub', areas.hub), ...useNames('poi', areas.poi)]
  if (areas.hub.length + areas.poi.length === 0) return null
  const more = names.length - MOST_NAMES
  const list = `${names.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` +${more}` : ''}`
  return <span>{t('alert_configurations.areas.only', { names: list })}</span>
}
const MOST_NAMES = 3
function useNames(kind: AreaKind, ids: readonly number[]): string[] {
  const { data } = useQuery({
    ...query(areaKinds[kind].resource.all, {}),
    enabled: ids.length > 0,
  })
  const byId = useMemo(() => new Map((data ?? []).map(area => [area.id, area.name])), [data])
  return ids.map(id => byId.get(id) ?? '…')
}
