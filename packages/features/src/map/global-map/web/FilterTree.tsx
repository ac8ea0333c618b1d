// The filter by service, vehicle type and feature, each line with how many vehicles it would keep.
import { searchable } from '@flotta/core/searchable.ts'
import { query } from '@flotta/ui/api.ts'
import { formatNumber, isText } from '@flotta/ui/texts.ts'
import { VehicleTypeIcon } from '@flotta/ui/VehicleTypeIcon.tsx'
import { Accordion, Button, Select, TextInput } from '@mantine/core'
import { IconFilterOff, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { all as alertsAll } from '../../../alerts/incidents/contract.ts'
import { VehicleSubtype } from '../../../fleet/vehicles/values.ts'
import { ServiceIcon } from '../../../services/panels.tsx'
import { services } from '../../../services/services.ts'
import type { Pin } from '../contract.ts'
import {
  type Filter,
  isChosen,
  isNoFilter,
  NO_FILTER,
  toggleLine,
  typeOfService,
  typeService,
} from '../filter.ts'
import { type FilterGroup, filterGroups } from '../filter-masks.ts'
import classes from './map.module.css'
import { NO_PINS } from './useFilteredPins.ts'

export interface FilterTreeProps {
  /** undefined while loading: no line has a number then */
  readonly pins: readonly Pin[] | undefined
  readonly filter: Filter
  readonly onChange: (filter: Filter) => void
}

/** Words for a feature: our own, or the alert's name. */
export function useFeatureLabel(): (feature: string) => string {
  const { t } = useTranslation()
  const { data: definitions } = useQuery({
    ...query(alertsAll, {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return feature =>
    isText(`global_map.feature.${feature}`)
      ? t(`global_map.feature.${feature}`)
      : (definitions?.find(d => d.code === feature)?.name ?? feature)
}

/** The lines whose name contains the words, and all lines of a group whose own name does. */
function matchingGroups(
  groups: readonly FilterGroup[],
  words: string,
  label: (service: string) => string,
  featureLabel: (feature: string) => string,
): FilterGroup[] {
  const text = searchable(words)
  return groups.flatMap(group => {
    if (searchable(label(group.service)).includes(text)) return [group]
    const features = group.features.filter(({ feature }) =>
      searchable(featureLabel(feature)).includes(text),
    )
    return features.length === 0 ? [] : [{ ...group, features }]
  })
}

export function FilterTree({ pins, filter, onChange }: FilterTreeProps) {
  const { t } = useTranslation()
  const featureLabel = useFeatureLabel()
  // Counting thousands of vehicles for every line waits until the browser is idle.
  const deferredPins = useDeferredValue(pins)
  const groups = useMemo(
    () => filterGroups(deferredPins ?? NO_PINS, services, filter),
    [deferredPins, filter],
  )
  const label = (service: string): string => {
    const type = typeOfService(service)
    return type === null ? t(`${service}.title`) : t(`vehicles.type.${type}`)
  }
  const [words, setWords] = useState('')
  const [openGroups, setOpenGroups] = useState<string[]>(() => [
    filter.services[0] ?? (filter.types[0] === undefined ? 'system' : typeService(filter.types[0])),
  ])
  const matching = words.trim() === '' ? groups : matchingGroups(groups, words, label, featureLabel)
  return (
    <div className={classes.tree}>
      <WordsField value={words} onChange={setWords} />
      {matching.length === 0 && (
        <p className={classes.noFilter} role="status">
          {t('global_map.filter_none')}
        </p>
      )}
      <Accordion
        variant="filled"
        chevronPosition="left"
        multiple
        value={words.trim() === '' ? openGroups : matching.map(({ service }) => service)}
        onChange={setOpenGroups}
        styles={{
          label: { paddingBlock: 6 },
          content: { padding: 0 },
          control: { paddingInline: 8 },
        }}
      >
        {matching.map(group => (
          <GroupLines
            key={group.service}
            group={group}
            isCounted={deferredPins !== undefined}
            label={label(group.service)}
            featureLabel={featureLabel}
            filter={filter}
            onChange={onChange}
          />
        ))}
      </Accordion>
      <Button
        fullWidth
        variant="subtle"
        size="compact-sm"
        leftSection={<IconFilterOff size={16} aria-hidden />}
        disabled={isNoFilter(filter)}
        onClick={() => onChange(NO_FILTER)}
      >
        {t('global_map.filter_clear')}
      </Button>
    </div>
  )
}

function WordsField({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (words: string) => void
}) {
  const { t } = useTranslation()
  return (
    <TextInput
      size="xs"
      mb={4}
      type="search"
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      placeholder={t('global_map.filter_search')}
      aria-label={t('global_map.filter_search')}
      leftSection={<IconSearch size={14} aria-hidden />}
    />
  )
}

interface GroupLinesProps extends Pick<FilterTreeProps, 'filter' | 'onChange'> {
  readonly group: FilterGroup
  readonly isCounted: boolean
  readonly label: string
  readonly featureLabel: (feature: string) => string
}
/** A service or vehicle type with the lines of its features. */
function GroupLines(props: GroupLinesProps) {
  const { group, isCounted, label, featureLabel, filter, onChange } = props
  const { service, total, features } = group
  const type = typeOfService(service)
  return (
    <Accordion.Item value={service}>
      <Accordion.Control>
        <span className={classes.line}>
          {type === null ? (
            <ServiceIcon code={service} size={18} />
          ) : (
            <VehicleTypeIcon type={type} size={18} />
          )}
          <span className={classes.grow}>{label}</span>
          {isCounted && <span className="flotta-quiet">{formatNumber(total)}</span>}
        </span>
      </Accordion.Control>
      <Accordion.Panel>
        {features.map(({ feature, count }) => (
          <button
            key={feature}
            type="button"
            className={classes.feature}
            aria-pressed={isChosen(filter, service, feature)}
            onClick={() => onChange(toggleLine(filter, service, feature))}
          >
            <span className={classes.grow}>{featureLabel(feature)}</span>
            {isCounted && <span className="flotta-quiet">{formatNumber(count)}</span>}
          </button>
        ))}
        {type === 'U' && <SubtypeFilter filter={filter} onChange={onChange} />}
      </Accordion.Panel>
    </Accordion.Item>
  )
}

/** The subtype of cars; choosing one also chooses the type. */
function SubtypeFilter({ filter, onChange }: Pick<FilterTreeProps, 'filter' | 'onChange'>) {
  const { t } = useTranslation()
  return (
    <Select
      size="xs"
      m="xs"
      clearable
      label={t('global_map.subtype')}
      placeholder={t('global_map.feature.all')}
      data={VehicleSubtype.options.map(value => ({
        value,
        label: t(`vehicles.subtype.${value}`),
      }))}
      value={filter.subtype}
      onChange={value =>
        onChange({
          ...filter,
          types: filter.types.includes('U') ? filter.types : [...filter.types, 'U'],
          subtype: VehicleSubtype.nullable().catch(null).parse(value),
        })
      }
    />
  )
}
