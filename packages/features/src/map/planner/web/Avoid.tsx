// The exclusions of the route: ferries, tolls, motorways.
import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { exclusions } from '../../../places/routing/rules.ts'
import type { RouteOptions } from '../contract.ts'
import { exclusionsIn } from '../draft.ts'

export function Avoid({
  options,
  onChange,
}: {
  readonly options: RouteOptions
  readonly onChange: (options: RouteOptions) => void
}) {
  const { t } = useTranslation()
  const some = exclusionsIn(options)
  return (
    <Popover position="bottom-end" withArrow trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant={some.length === 0 ? 'subtle' : 'light'}
          size="compact-sm"
          leftSection={<IconFilter size={14} aria-hidden />}
        >
          {some.length === 0
            ? t('planner.avoid')
            : `${t('planner.avoid')}: ${some.map(option => t(`planner.option.${option}`)).join(', ')}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs" role="group" aria-label={t('planner.avoid')}>
          {exclusions.map(option => (
            <Checkbox
              key={option}
              label={t(`planner.option.${option}`)}
              checked={options[option]}
              onChange={event => onChange({ ...options, [option]: event.currentTarget.checked })}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
