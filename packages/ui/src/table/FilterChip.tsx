// A filter as a chip: it shows the chosen values, and a press opens the choices.
import { Button, Checkbox, CloseButton, Popover, Stack } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './table.module.css'

export interface FilterChoice<V extends string> {
  readonly value: V
  readonly label: string
  readonly mark?: ReactNode
  /** How many rows have this value. */
  readonly count?: string
}
interface FilterChipProps<V extends string> {
  readonly label: string
  readonly choices: readonly FilterChoice<V>[]
  readonly chosen: readonly V[]
  readonly onChange: (chosen: readonly V[]) => void
}
export function FilterChip<V extends string>({
  label,
  choices,
  chosen,
  onChange,
}: FilterChipProps<V>) {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  const names = choices.filter(c => chosen.includes(c.value)).map(c => c.label)
  const toggle = (value: V) =>
    onChange(
      chosen.includes(value)
        ? chosen.filter(v => v !== value)
        : choices.map(c => c.value).filter(v => v === value || chosen.includes(v)),
    )
  return (
    <span className={classes.chip} data-on={names.length > 0 || undefined}>
      <Popover position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <Button
            ref={button}
            variant="default"
            size="compact-md"
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {chipText(label, names)}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={label}>
          <Stack gap="sm" className={classes.choices ?? ''}>
            {choices.map(({ value, label: name, mark, count }) => (
              <Checkbox
                key={value}
                checked={chosen.includes(value)}
                onChange={() => toggle(value)}
                label={
                  <span className={classes.choice}>
                    {mark}
                    {name}
                    {count !== undefined && <span className={classes.cardLabel}>{count}</span>}
                  </span>
                }
              />
            ))}
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {names.length > 0 && (
        <CloseButton
          size="sm"
          aria-label={t('ui.table.no_filter', { name: label })}
          onClick={() => {
            onChange([])
            button.current?.focus()
          }}
        />
      )}
    </span>
  )
}

/** The filter as text: the names when they are few, else their number. */
function chipText(label: string, names: readonly string[]): string {
  if (names.length === 0) return label
  return `${label}: ${names.length > 2 ? names.length : names.join(', ')}`
}
