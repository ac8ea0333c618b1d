// The configurations of alerts: vehicles on the left, the configurations of the chosen ones on the right.
import { contains } from '@flotta/core/searchable.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadError } from '@flotta/ui/LoadError.tsx'
import { PageTitle } from '@flotta/ui/PageTitle.tsx'
import { SearchField } from '@flotta/ui/resource/ListScreen.tsx'
import page from '@flotta/ui/resource/resource.module.css'
import { useListAddress } from '@flotta/ui/resource/useRecords.ts'
import { SkeletonRows } from '@flotta/ui/SkeletonRows.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { Button } from '@mantine/core'
import { IconBellCog, IconSearchOff } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NoVehicles } from '../../../fleet/vehicles/web/NoVehicles.tsx'
import { AlertConfigurationsSearch, chosenIn, MOST_IN_ADDRESS } from './address.ts'
import classes from './alertconfigurations.module.css'
import { ChosenVehicles } from './ChosenVehicles.tsx'
import { ConfigurationModal, type ConfigurationTask } from './ConfigurationModal.tsx'
import { useMayConfigure, useVehicles, useWrites } from './useConfigurations.ts'
import { VehiclePicker } from './VehiclePicker.tsx'

export default function AlertConfigurationsScreen() {
  const { t } = useTranslation()
  const address = useListAddress()
  const { vehicles, known, error, retry } = useVehicles()
  const [chosen, choose] = useChosen()
  const [opened, setOpened] = useState<ConfigurationTask | null>(null)
  const mayEdit = useMayConfigure()
  const { remove, reset } = useWrites()
  const { search } = address
  const found = useMemo(
    () =>
      vehicles.filter(
        v => search === '' || contains(v.plate, search) || contains(v.fleet?.code ?? null, search),
      ),
    [vehicles, search],
  )
  const selected = useMemo(() => vehicles.filter(v => chosen.has(v.id)), [vehicles, chosen])

  /** The dialog tells a failure, and a notice beside it says the same. */
  const told = (action: () => Promise<void>) => () =>
    action().catch((failure: unknown) => {
      toast.error(t('alert_configurations.failed'))
      throw failure
    })
  const resetOf = (ids: readonly number[], title: string) =>
    void confirm({
      title,
      text: t('alert_configurations.reset_text'),
      confirm: t('alert_configurations.reset'),
      color: 'red',
      action: told(() => reset(ids)),
    })
  return (
    <div className={`${page.page} ${classes.page}`}>
      <header className={page.bar}>
        <div className={page.title}>
          <PageTitle />
          <span className={page.count} aria-live="polite">
            {known
              ? search === ''
                ? formatNumber(vehicles.length)
                : t('ui.list.found', { count: found.length, total: formatNumber(found.length) })
              : ''}
          </span>
        </div>
        <SearchField
          label={t('alert_configurations.search')}
          typed={address.typed}
          onType={address.type}
        />
        {mayEdit && selected.length > 0 && (
          <>
            <Button
              variant="default"
              color="red"
              onClick={() =>
                resetOf(
                  selected.map(v => v.id),
                  t('alert_configurations.reset_title', {
                    count: selected.length,
                    total: formatNumber(selected.length),
                  }),
                )
              }
            >
              {t('alert_configurations.reset_chosen')}
            </Button>
            <Button
              leftSection={<IconBellCog size={16} aria-hidden />}
              onClick={() => setOpened({ type: 'massive', vehicles: selected })}
            >
              {t('alert_configurations.assign_chosen')}
            </Button>
          </>
        )}
      </header>
      {!known || vehicles.length === 0 ? (
        <div className={page.plain}>
          {known ? (
            <NoVehicles />
          ) : error === null ? (
            <SkeletonRows rows={8} height={40} />
          ) : (
            <LoadError error={error} onRetry={retry} />
          )}
        </div>
      ) : (
        <div className={classes.columns}>
          {found.length === 0 ? (
            <div className={page.plain}>
              <Empty
                icon={IconSearchOff}
                title={t('ui.list.nothing')}
                text={t('ui.list.nothing_text', { search })}
              />
            </div>
          ) : (
            <VehiclePicker vehicles={found} chosen={chosen} onChoose={choose} />
          )}
          {selected.length === 0 ? (
            <div className={page.plain}>
              <Empty
                icon={IconBellCog}
                title={t('alert_configurations.choose')}
                text={t('alert_configurations.choose_text')}
              />
            </div>
          ) : (
            <ChosenVehicles
              vehicles={selected}
              mayEdit={mayEdit}
              onAdd={vehicle => setOpened({ type: 'create', vehicles: [vehicle] })}
              onReset={vehicle =>
                resetOf([vehicle.id], t('alert_configurations.reset_one', { plate: vehicle.plate }))
              }
              onEdit={configuration => setOpened({ type: 'edit', configuration })}
              onRemove={configuration =>
                void confirm({
                  title: t('alert_configurations.remove_title', {
                    plate: configuration.plate,
                    destination: configuration.destination,
                  }),
                  confirm: t('ui.list.remove'),
                  color: 'red',
                  action: told(() => remove(configuration.id)),
                })
              }
            />
          )}
        </div>
      )}
      {opened !== null && <ConfigurationModal opened={opened} onClose={() => setOpened(null)} />}
    </div>
  )
}

/** The chosen vehicles; the address keeps them as long as they are few. */
function useChosen(): readonly [
  ReadonlySet<number>,
  (ids: readonly number[], chosen: boolean) => void,
] {
  const { v } = AlertConfigurationsSearch.parse(useSearch({ strict: false }))
  const navigate = useNavigate()
  const [many, setMany] = useState<ReadonlySet<number> | null>(null)
  const chosen = useMemo(() => many ?? new Set(chosenIn(v)), [many, v])
  const choose = (ids: readonly number[], is: boolean) => {
    const next = new Set(chosen)
    for (const id of ids) is ? next.add(id) : next.delete(id)
    const few = next.size <= MOST_IN_ADDRESS
    setMany(few ? null : next)
    void navigate({
      to: '.',
      search: (old: object) => ({
        ...old,
        v: few && next.size > 0 ? [...next].join(',') : undefined,
      }),
      replace: true,
    })
  }
  return [chosen, choose]
}
