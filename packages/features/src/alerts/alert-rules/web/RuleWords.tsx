// A rule in words: its vehicles, its alert and limits, its destinations.
import { groupBy } from '@flotta/core/group-by.ts'
import { hoursText } from '@flotta/ui/hours.ts'
import { formatDuration, formatNumber } from '@flotta/ui/texts.ts'
import { useTranslation } from 'react-i18next'
import { AreaNames } from '../../alert-configurations/web/AreasField.tsx'
import { channelIcon } from '../../alert-configurations/web/channel-icon.ts'
import { areasOf } from '../../alert-configurations/web/named-areas.ts'
import type { ListedVehicle } from '../../alert-configurations/web/useConfigurations.ts'
import { StepNames } from '../../escalations/web/StepNames.tsx'
import type { AlertRule, RuleDestination, RuleLimit } from '../contract.ts'
import classes from './rules.module.css'
import { type Group, scopeOf } from './scope.ts'

/** `Trailers of fleet NORD (8)` */
export function useScopeWords(vehicles: readonly ListedVehicle[]): (rule: AlertRule) => string {
  const { t } = useTranslation()
  const codes = new Map(vehicles.map(v => [v.fleet_id, v.fleet?.code ?? '']))
  const groupWords = ({ vehicle_type, fleet_id }: Group): string => {
    const type = vehicle_type === null ? '' : t(`vehicles.type.${vehicle_type}`)
    const fleet = codes.get(fleet_id) ?? ''
    if (fleet_id === null) return type
    return vehicle_type === null
      ? t('alert_rules.scope.fleet', { fleet })
      : t('alert_rules.scope.type_of_fleet', { type, fleet })
  }
  return rule => {
    const scope = scopeOf(rule, vehicles)
    const total = formatNumber(rule.vehicles)
    if (scope.kind === 'all') return t('alert_rules.scope.all', { total })
    if (scope.kind === 'groups')
      return t('alert_rules.scope.groups', {
        groups: scope.groups.map(groupWords).join(', '),
        total,
      })
    const more = rule.vehicles - rule.plates.length
    const plates = `${rule.plates.join(', ')}${more > 0 ? ` +${formatNumber(more)}` : ''}`
    const group = groupWords(scope.group)
    return group === '' ? plates : t('alert_rules.scope.some', { plates, group })
  }
}

/** The limits in words: threshold, dwell, minutes of a stay, hours, areas. */
export function RuleLimits({ rule }: { readonly rule: AlertRule }) {
  const { t } = useTranslation()
  const { dwell_s, threshold, schedule, limit } = rule
  const limits = [
    ...(limit === null ? [] : limitWords(limit, t)),
    ...(threshold === null
      ? dwellWords(dwell_s, t)
      : [t('alert_rules.longer', { time: formatDuration(threshold * 60) })]),
    ...(schedule === null ? [] : [hoursText(schedule, t)]),
  ]
  return (
    <>
      {limits.length > 0 && <span className={classes.limit}>{limits.join(' · ')}</span>}
      <span className={classes.limit}>
        <AreaNames areas={areasOf(rule)} />
      </span>
    </>
  )
}
type Translate = ReturnType<typeof useTranslation>['t']
/** `above 80–90 km/h, depending on the vehicle`, and the number of vehicles without a value. The unit appears once. */
function limitWords({ side, unit, least, most, unset }: RuleLimit, t: Translate): string[] {
  const numberText = (value: number, more: { readonly unit?: string } = {}): string =>
    formatNumber(value, { ...more, decimals: Number.isInteger(value) ? 0 : 1 })
  const valueText = (value: number): string =>
    side === 'longer' ? formatDuration(value * 60) : numberText(value, { unit })
  const words: string[] = []
  if (least !== null && most !== null)
    words.push(
      least === most
        ? t(`alert_rules.limit.${side}`, { value: valueText(least) })
        : t('alert_rules.limit.varying', {
            limit: t(`alert_rules.limit.${side}`, {
              value: `${side === 'longer' ? valueText(least) : numberText(least)}–${valueText(most)}`,
            }),
          }),
    )
  if (unset > 0)
    words.push(t('alert_rules.limit.unset', { count: unset, total: formatNumber(unset) }))
  return words
}
function dwellWords(dwell_s: AlertRule['dwell_s'], t: Translate): string[] {
  if (dwell_s === null || dwell_s.most === 0) return []
  const { least, most } = dwell_s
  return [
    least === most
      ? t('alert_rules.longer', { time: formatDuration(least) })
      : least === 0
        ? t('alert_rules.at_once', { most: formatDuration(most) })
        : t('alert_rules.between', { least: formatDuration(least), most: formatDuration(most) }),
  ]
}

/** The destinations of only some vehicles, in words. */
export function useDifferenceWords(
  vehicles: readonly Pick<ListedVehicle, 'id' | 'plate'>[],
): (destination: Pick<RuleDestination, 'only' | 'except'>) => string {
  const { t } = useTranslation()
  const platesOf = (ids: readonly number[]): string =>
    ids.map(id => vehicles.find(one => one.id === id)?.plate ?? '').join(', ')
  return ({ only, except }) =>
    only.length > 0
      ? t('alert_rules.only', { plates: platesOf(only) })
      : except.length > 0
        ? t('alert_rules.except', { plates: platesOf(except) })
        : ''
}

/** The destinations with the icon of their channel, those of all vehicles first, then the escalation. */
export function RuleRecipients({
  rule,
  vehicles,
}: {
  readonly rule: AlertRule
  readonly vehicles: readonly ListedVehicle[]
}) {
  const differenceWords = useDifferenceWords(vehicles)
  const groups = groupBy(rule.destinations, ({ only, except }) => `${only.join()} ${except.join()}`)
  return (
    <span className={classes.who}>
      {[...groups].map(([key, destinations]) => {
        const [first] = destinations
        const words = first === undefined ? '' : differenceWords(first)
        return (
          <span key={key} className={classes.group}>
            {words !== '' && <span>{words}</span>}
            {destinations.map(one => (
              <Destination key={`${one.alert_channel_id} ${one.destination}`} destination={one} />
            ))}
          </span>
        )
      })}
      <StepNames steps={rule.escalation} />
    </span>
  )
}

function Destination({
  destination: { alert_channel_id, destination, delivery },
}: {
  readonly destination: RuleDestination
}) {
  const { t } = useTranslation()
  const Channel = channelIcon(alert_channel_id)
  return (
    <span className={classes.destination} data-state={delivery?.state}>
      <Channel
        size={14}
        role="img"
        aria-label={t(`alert_configurations.channel.${alert_channel_id}`)}
      />
      {destination}
      {delivery?.state === 'failed' && (
        <span title={delivery.error ?? undefined}>{t('alert_configurations.state.failed')}</span>
      )}
    </span>
  )
}
