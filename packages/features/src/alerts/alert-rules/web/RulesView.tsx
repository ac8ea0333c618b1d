// The rules of a company's alerts: one row per rule, with search, filters, and the form of a new or changed rule.
import { confirm } from '@flotta/ui/Confirm.tsx'
import { Pagination } from '@flotta/ui/Pagination.tsx'
import { AddressChoice } from '@flotta/ui/resource/AddressChoice.tsx'
import { ListBar } from '@flotta/ui/resource/ListBar.tsx'
import { LoadedRows } from '@flotta/ui/resource/LoadedRows.tsx'
import page from '@flotta/ui/resource/resource.module.css'
import { SearchField } from '@flotta/ui/resource/SearchField.tsx'
import { useListAddress } from '@flotta/ui/resource/useRecords.ts'
import { formatNumber } from '@flotta/ui/texts.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { Button } from '@mantine/core'
import { IconBellCog, IconPlus } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertConfigurationsSearch } from '../../alert-configurations/web/address.ts'
import {
  useAlerts,
  useMayConfigure,
  useVehicles,
} from '../../alert-configurations/web/useConfigurations.ts'
import { ViewChoice } from '../../alert-configurations/web/ViewChoice.tsx'
import { ChatsButton } from '../../chats/web/ChatsButton.tsx'
import type { AlertRule } from '../contract.ts'
import { RuleDrawer } from './RuleDrawer.tsx'
import { RuleRow } from './RuleRow.tsx'
import { useScopeWords } from './RuleWords.tsx'
import type { RuleTask } from './rule-values.ts'
import classes from './rules.module.css'
import { useRemoveRule, useRuleDestinations, useRules } from './useRules.ts'

export function RulesView() {
  const { t } = useTranslation()
  const address = useListAddress()
  const { alert, to } = AlertConfigurationsSearch.parse(useSearch({ strict: false }))
  const { data, error, refetch } = useRules(address, { alert_id: alert, destination: to })
  const { vehicles, isLoaded, error: vehiclesError, retry } = useVehicles()
  const [task, setTask] = useState<RuleTask | null>(null)
  const askToRemove = useAskToRemove()
  const alerts = useAlerts()
  const scopeOf = useScopeWords(vehicles)
  const mayEdit = useMayConfigure()
  return (
    <div className={page.page}>
      <Bar
        address={address}
        total={data?.meta.total}
        alerts={alerts}
        filter={{ alert, to }}
        onAdd={() => setTask({ type: 'create' })}
      />
      <LoadedRows
        rows={isLoaded ? data?.data : undefined}
        error={error ?? vehiclesError}
        onRetry={() => {
          retry()
          void refetch()
        }}
        search={address.search}
        isFiltered={alert !== undefined || to !== undefined}
        empty={{
          icon: IconBellCog,
          title: t('alert_rules.empty'),
          text: t('alert_rules.empty_text'),
        }}
      >
        {rules => (
          <ul className={classes.rules} aria-label={t('alert_rules.title')}>
            {rules.map(rule => (
              <RuleRow
                key={rule.rule}
                rule={rule}
                alert={alerts.get(rule.alert_id)}
                scope={scopeOf(rule)}
                vehicles={vehicles}
                mayEdit={mayEdit}
                onEdit={edited => setTask({ type: 'edit', rule: edited })}
                onSplit={divided => setTask({ type: 'split', rule: divided })}
                onRemove={askToRemove}
              />
            ))}
          </ul>
        )}
      </LoadedRows>
      <div className={page.pages}>
        <Pagination
          page={address.page}
          pages={data?.meta.total_pages ?? 1}
          onChange={address.turn}
        />
      </div>
      {task !== null && (
        <RuleDrawer task={task} vehicles={vehicles} onClose={() => setTask(null)} />
      )}
    </div>
  )
}

/** The title with the number of rules, the search, the filters, and the button of a new rule. */
function Bar({
  address,
  total,
  alerts,
  filter: { alert, to },
  onAdd,
}: {
  readonly address: ReturnType<typeof useListAddress>
  readonly total: number | undefined
  readonly alerts: ReturnType<typeof useAlerts>
  readonly filter: { readonly alert: number | undefined; readonly to: string | undefined }
  readonly onAdd: () => void
}) {
  const { t } = useTranslation()
  const mayEdit = useMayConfigure()
  const destinations = [...new Set(useRuleDestinations().map(one => one.destination))]
  const isNarrow = address.search !== '' || alert !== undefined || to !== undefined
  return (
    <>
      <ListBar
        count={
          total === undefined
            ? ''
            : isNarrow
              ? t('ui.list.found', { count: total, total: formatNumber(total) })
              : formatNumber(total)
        }
      >
        <ViewChoice value="rules" />
        {mayEdit && <ChatsButton />}
        {mayEdit && (
          <Button
            className={page.add ?? ''}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={onAdd}
          >
            {t('alert_rules.add')}
          </Button>
        )}
      </ListBar>
      <div className={classes.filters}>
        <SearchField label={t('alert_rules.search')} typed={address.typed} onType={address.type} />
        <AddressChoice
          name="alert"
          label={t('alert_configurations.alert')}
          all={t('alert_rules.all_alerts')}
          value={alert === undefined ? undefined : String(alert)}
          options={[...alerts.values()]
            .map(({ id, name }) => ({ value: String(id), label: name }))
            .toSorted((a, b) => a.label.localeCompare(b.label))}
        />
        <AddressChoice
          name="to"
          label={t('alert_rules.recipient')}
          all={t('alert_rules.all_recipients')}
          value={to}
          options={destinations.map(value => ({ value, label: value }))}
        />
      </div>
    </>
  )
}

/** The confirmation before a rule is removed. The dialog and a toast both show a failure. */
function useAskToRemove() {
  const { t } = useTranslation()
  const remove = useRemoveRule()
  return ({ rule, configurations }: AlertRule, name: string) =>
    void confirm({
      title: t('alert_rules.remove_title', { name }),
      text: t('alert_rules.remove_text', {
        count: configurations,
        total: formatNumber(configurations),
      }),
      confirm: t('ui.list.remove'),
      color: 'red',
      action: () =>
        remove(rule).catch((failure: unknown) => {
          toast.error(t('alert_configurations.failed'))
          throw failure
        }),
    })
}
