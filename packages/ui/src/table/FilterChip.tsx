// A filter as a chip: what is chosen stands on it, a press opens the choices.
import { Button, Checkbox, CloseButton, Popover, Stack } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './table.module.css'

export interface FilterChoice<V extends string> {
  readonly value: V
  readonly label: string
  readonly mark?: ReactNode
  /** How many there are of it. */
  readonly count?: string
}
export function FilterChip<V extends string>({
  label,
  choices,
  chosen,
  onChange,
}: {
  readonly label: string
  readonly choices: readonly FilterChoice<V>[]
  readonly chosen: readonly V[]
  readonly onChange: (chosen: readonly V[]) => void
}) {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  const names = choices.filter(c => chosen.includes(c.value)).map(c => c.label)
  const buttonText =
    names.length === 0
      ? label
      : names.length > 2
        ? `${label}: ${names.length}`
        : `${label}: ${names.join(', ')}`
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
            {buttonText}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={label}>
          <Stack gap="sm" className={classes.choices ?? ''}>
            {choices.map(({ value, label: name, mark, count }) => (
              <Checkbox
                key={value}
                checked={chosen.includes(value)}
                onChange={() =>
                  onChange(
                    chosen.includes(value)
                      ? chosen.filter(v => v !== value)
                      : choices.map(c => c.value).filter(v => v === value || chosen.includes(v)),
                  )
                }
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
