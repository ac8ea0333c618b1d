// The routes that were found, with duration, distance and arrival. The selected one is saved with the
// trip.
import { LoadError } from '@flotta/ui/LoadError.tsx'
import { SkeletonRows } from '@flotta/ui/SkeletonRows.tsx'
import { formatDateTime, formatDuration, formatNumber } from '@flotta/ui/texts.ts'
import { Alert, Badge, Button, Group, Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import shared from '../../../services/panel.module.css'
import { arrivalOf } from '../rules.ts'
import { CorridorButton } from './CorridorOfTrip.tsx'
import classes from './planner.module.css'
import type { Choices } from './useChoices.ts'

export interface RouteChoiceProps {
  /** The name that the trip has so far. */
  readonly name: string
  readonly ways: Choices
  readonly startdate: number | null
  readonly onChoose: (geometry: string) => void
  /** Makes an area of the chosen route. */
  readonly onCorridor: () => void
}

export function RouteChoice({
  name,
  ways: { choices, chosen, isAsking, problem, again },
  startdate,
  onChoose,
  onCorridor,
}: RouteChoiceProps) {
  const { t } = useTranslation()
  const approximate = choices.some(c => c.approximate)
  return (
    <section className={shared.section} aria-label={t('planner.routes')} aria-busy={isAsking}>
      <div className={shared.line} style={{ marginBottom: 8 }}>
        <h2 className={classes.title}>{t('planner.routes')}</h2>
        <span className={shared.grow} />
        {approximate && (
          <Badge variant="light" color="yellow">
            {t('planner.approximate')}
          </Badge>
        )}
      </div>
      {choices.length === 0 && isAsking && <SkeletonRows rows={2} height={48} />}
      {!isAsking && problem instanceof Error && <LoadError error={problem} onRetry={again} />}
      {!isAsking && typeof problem === 'string' && (
        <Alert color="yellow" p="sm">
          {t(`planner.problem.${problem}`)}
          {problem === 'unavailable' && (
            <Button variant="default" size="compact-sm" mt={8} display="block" onClick={again}>
              {t('ui.retry')}
            </Button>
          )}
        </Alert>
      )}
      {choices.length > 0 && (
        <Radio.Group
          value={chosen?.geometry ?? null}
          onChange={onChoose}
          label={t('planner.routes')}
          labelProps={{ className: 'flotta-hidden' }}
        >
          <div className={classes.routes}>
            {choices.map(({ geometry, distance, duration }, i) => (
              <Radio.Card
                key={geometry}
                value={geometry}
                className={classes.route ?? ''}
                aria-label={t('planner.route', { number: i + 1 })}
              >
                <Radio.Indicator />
                <span className={classes.routeBody}>
                  <strong>{formatDuration(duration)}</strong>
                  <span>{formatNumber(distance / 1000, { unit: 'km', decimals: 1 })}</span>
                  {startdate !== null && (
                    <span className={classes.quiet}>
                      {t('planner.arrives', { at: formatDateTime(arrivalOf(startdate, duration)) })}
                    </span>
                  )}
                </span>
              </Radio.Card>
            ))}
          </div>
        </Radio.Group>
      )}
      {chosen !== null && (
        <Group mt="xs">
          <CorridorButton name={name} onClick={onCorridor} />
        </Group>
      )}
      {approximate && <p className={classes.quiet}>{t('planner.approximate_text')}</p>}
    </section>
  )
}
