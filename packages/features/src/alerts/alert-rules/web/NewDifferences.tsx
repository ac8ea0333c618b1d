// The part of a rule's form that adds a destination for only some of its vehicles, or for all but some.
import { ActionIcon, Autocomplete, Button, Input, MultiSelect, Select, Stack } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListedVehicle } from '../../alert-configurations/web/useConfigurations.ts'
import { MOST_DIFFERENCES, MOST_NAMED } from '../destination-vehicles.ts'
import { type DifferenceInput, nextDifference } from './difference-inputs.ts'
import classes from './rules.module.css'

/** The most plates that a list offers; typing narrows them down. */
const MOST_OFFERED = 50

export interface NewDifferencesProps {
  readonly inputs: readonly DifferenceInput[]
  /** The number of differences that the rule has already. */
  readonly stored: number
  /** The vehicles of the rule. */
  readonly vehicles: readonly Pick<ListedVehicle, 'id' | 'plate'>[]
  readonly chatNames: readonly string[]
  readonly error: string | undefined
  readonly onChange: (inputs: readonly DifferenceInput[]) => void
}

export function NewDifferences(props: NewDifferencesProps) {
  const { inputs, stored, vehicles, error, onChange } = props
  const { t } = useTranslation()
  const mayAdd = vehicles.length > 1 && stored + inputs.length < MOST_DIFFERENCES
  if (inputs.length === 0 && !mayAdd) return null
  return (
    <Input.Wrapper error={error}>
      <Stack gap="sm" mb={error ? 'xs' : 0}>
        {inputs.map(input => (
          <NewDifference
            {...props}
            key={input.place}
            input={input}
            onInput={changed =>
              onChange(inputs.map(other => (other.place === input.place ? changed : other)))
            }
            onRemove={() => onChange(inputs.filter(other => other.place !== input.place))}
          />
        ))}
        {mayAdd && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            className={classes.addDifference ?? ''}
            onClick={() => onChange([...inputs, nextDifference(inputs)])}
          >
            {t('alert_rules.difference_add')}
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  )
}

function NewDifference({
  input,
  vehicles,
  chatNames,
  onInput,
  onRemove,
}: Pick<NewDifferencesProps, 'vehicles' | 'chatNames'> & {
  readonly input: DifferenceInput
  readonly onInput: (input: DifferenceInput) => void
  readonly onRemove: () => void
}) {
  const { t } = useTranslation()
  const plates = useMemo(
    () => vehicles.map(({ id, plate }) => ({ value: String(id), label: plate })),
    [vehicles],
  )
  const named = input.vehicle_ids.map(String)
  return (
    <div className={classes.newDifference}>
      <Autocomplete
        aria-label={t('alert_rules.recipient')}
        placeholder={t('alert_rules.recipient')}
        data={[...chatNames]}
        autoComplete="off"
        maxLength={254}
        value={input.to}
        onChange={to => onInput({ ...input, to })}
      />
      <Select
        aria-label={t('alert_rules.difference_side')}
        data={(['only', 'except'] as const).map(value => ({
          value,
          label: t(`alert_rules.difference_side_${value}`),
        }))}
        allowDeselect={false}
        value={input.side}
        onChange={side => onInput({ ...input, side: side === 'except' ? 'except' : 'only' })}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('alert_rules.difference_drop')}
        onClick={onRemove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
      <MultiSelect
        className={classes.differenceVehicles ?? ''}
        aria-label={t('alert_configurations.vehicles')}
        placeholder={
          named.length === 0 ? t('alert_rules.difference_most', { count: MOST_NAMED }) : ''
        }
        searchable
        limit={MOST_OFFERED}
        maxValues={MOST_NAMED}
        data={plates}
        value={named.filter(id => plates.some(({ value }) => value === id))}
        onChange={ids => onInput({ ...input, vehicle_ids: ids.map(Number) })}
      />
    </div>
  )
}
