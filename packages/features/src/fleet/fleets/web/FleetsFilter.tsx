// The fleets filter of the bar: a toggle per fleet in its colour, by code; behind one button when there are many or the screen is narrow.
import { BarPanel } from '@flotta/ui/BarPanel.tsx'
import { Empty } from '@flotta/ui/Empty.tsx'
import { Button, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconStack2 } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fleet } from '../contract.ts'
import classes from './FleetsFilter.module.css'
import { useFleetFilter } from './useFleetFilter.ts'

/** The most fleets that the bar itself shows. */
const FLEETS_IN_BAR = 4

export function FleetsFilter() {
  const { t } = useTranslation()
  const { fleets, chosen, toggle, choose } = useFleetFilter()
  const wide = useMediaQuery('(min-width: 85em)', false) ?? false
  if (fleets === undefined) return null
  const isInBar = wide && fleets.length > 0 && fleets.length <= FLEETS_IN_BAR
  const toggles = fleets.map(fleet => (
    <FleetToggle
      key={fleet.id}
      fleet={fleet}
      on={chosen.has(fleet.id)}
      onToggle={() => toggle(fleet.id)}
      withDescription={!isInBar}
    />
  ))
  if (isInBar)
    return (
      <fieldset className={classes.bar} aria-label={t('fleets.filter')}>
        {toggles}
      </fieldset>
    )
  return (
    <BarPanel
      label={t('fleets.filter')}
      icon={IconStack2}
      count={chosen.size}
      countLabel={t('fleets.shown', { count: chosen.size })}
      width={280}
    >
      {() =>
        fleets.length === 0 ? (
          <Empty title={t('fleets.none')} text={t('fleets.none_text')} icon={IconStack2} />
        ) : (
          <Stack gap={4} p="sm">
            {toggles}
            <Button
              variant="default"
              mt="xs"
              disabled={chosen.size === 0}
              onClick={() => choose([])}
            >
              {t('fleets.all')}
            </Button>
          </Stack>
        )
      }
    </BarPanel>
  )
}

function FleetToggle({
  fleet,
  on,
  onToggle,
  withDescription = false,
}: {
  readonly fleet: Fleet
  readonly on: boolean
  readonly onToggle: () => void
  readonly withDescription?: boolean
}) {
  const tint: CSSProperties & { readonly '--fleet': string } = { '--fleet': fleet.color }
  return (
    <button
      type="button"
      className={classes.toggle}
      aria-pressed={on}
      onClick={onToggle}
      title={fleet.description}
      style={tint}
    >
      <span className={classes.dot} />
      <span className={classes.code}>{fleet.code}</span>
      {withDescription && fleet.description !== fleet.code && (
        <span className={classes.description}>{fleet.description}</span>
      )}
    </button>
  )
}
