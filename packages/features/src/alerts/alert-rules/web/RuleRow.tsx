// A row in the list of rules: a sentence, the destinations, faults, and actions.
import { MoreButton } from '@flotta/ui/MoreButton.tsx'
import { Severity } from '@flotta/ui/Severity.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconArrowsSplit, IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ListedVehicle, useAlerts } from '../../alert-configurations/web/useConfigurations.ts'
import { type AlertRule, RAISED_DAYS } from '../contract.ts'
import { RuleLimits, RuleRecipients } from './RuleWords.tsx'
import classes from './rules.module.css'

export interface RuleActions {
  readonly mayEdit: boolean
  readonly onEdit: (rule: AlertRule) => void
  readonly onSplit: (rule: AlertRule) => void
  /** @param name a short name of the rule */
  readonly onRemove: (rule: AlertRule, name: string) => void
}

export function RuleRow({
  rule,
  alert,
  scope,
  vehicles,
  ...actions
}: RuleActions & {
  readonly rule: AlertRule
  readonly alert: ReturnType<ReturnType<typeof useAlerts>['get']>
  /** Its vehicles in words. */
  readonly scope: string
  /** All vehicles that the company sees. */
  readonly vehicles: readonly ListedVehicle[]
}) {
  const name = `${scope}: ${alert?.name ?? ''}`
  return (
    <li className={classes.rule} aria-label={name}>
      {alert === undefined ? <span /> : <Severity level={alert.severity} size={18} />}
      <span className={classes.words}>
        <span className={classes.sentence}>
          <span className={classes.scope}>{scope}</span>
          <span className={classes.what}>{alert?.name}</span>
          <RuleLimits rule={rule} />
        </span>
        <RuleRecipients rule={rule} vehicles={vehicles} />
      </span>
      <RuleState rule={rule} />
      {actions.mayEdit && <RuleTools rule={rule} name={name} {...actions} />}
    </li>
  )
}

/** Whether it is in force on all of its vehicles, and how much noise it makes. */
function RuleState({
  rule: { vehicles, muted, configurations, raised },
}: {
  readonly rule: AlertRule
}) {
  const { t } = useTranslation()
  return (
    <span className={classes.state}>
      {muted > 0 && (
        <span data-off>
          {muted === vehicles
            ? t('alert_rules.off')
            : t('alert_rules.off_on', { count: muted, total: formatNumber(muted) })}
        </span>
      )}
      <span>
        {t('alert_rules.configurations', {
          count: configurations,
          total: formatNumber(configurations),
        })}
      </span>
      {raised.times > 0 && (
        <span>
          {[
            t('alert_rules.raised', {
              count: raised.times,
              total: formatNumber(raised.times),
              days: RAISED_DAYS,
            }),
            ...(raised.brief === 0
              ? []
              : [t('alert_rules.brief', { total: formatNumber(raised.brief) })]),
          ].join(' · ')}
        </span>
      )}
    </span>
  )
}

function RuleTools({
  rule,
  name,
  onEdit,
  onSplit,
  onRemove,
}: Omit<RuleActions, 'mayEdit'> & { readonly rule: AlertRule; readonly name: string }) {
  const { t } = useTranslation()
  return (
    <span className={classes.tools}>
      <Tooltip label={t('ui.list.edit')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('ui.list.edit_of', { name })}
          onClick={() => onEdit(rule)}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Menu position="bottom-end">
        <MoreButton label={t('alert_rules.more', { name })} />
        <Menu.Dropdown>
          {rule.vehicles > 1 && (
            <Menu.Item
              leftSection={<IconArrowsSplit size={16} aria-hidden />}
              onClick={() => onSplit(rule)}
            >
              {t('alert_rules.split')}
            </Menu.Item>
          )}
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => onRemove(rule, name)}
          >
            {t('alert_rules.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </span>
  )
}
