// The configurations of alerts: as rules, or by vehicle: vehicles on the left, the configurations of the selected ones on the right.
import { contains } from '@flotta/core/searchable.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { NothingFound } from '@flotta/ui/NothingFound.tsx'
import { ListBar } from '@flotta/ui/resource/ListBar.tsx'
import page from '@flotta/ui/resource/resource.module.css'
import { SearchField } from '@flotta/ui/resource/SearchField.tsx'
import { useListAddress } from '@flotta/ui/resource/useRecords.ts'
import { formatNumber } from '@flotta/ui/texts.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { Button } from '@mantine/core'
import { IconBellCog } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NoVehicles } from '../../../fleet/vehicles/web/NoVehicles.tsx'
import { RulesView } from '../../alert-rules/web/RulesView.tsx'
import { ChatsButton } from '../../chats/web/ChatsButton.tsx'
import type { AlertConfiguration } from '../contract.ts'
import { AlertConfigurationsSearch, chosenIn, MOST_IN_ADDRESS, viewIn } from './address.ts'
import classes from './alertconfigurations.module.css'
import { ChosenVehicles } from './ChosenVehicles.tsx'
import { ConfigurationDrawer } from './ConfigurationDrawer.tsx'
import type { ConfigurationTask } from './useConfigurationForm.ts'
import { type ListedVehicle, useMayConfigure, useVehicles, useWrites } from './useConfigurations.ts'
import { VehiclePicker } from './VehiclePicker.tsx'
import { ViewChoice } from './ViewChoice.tsx'

export default function AlertConfigurationsScreen() {
  const search = AlertConfigurationsSearch.parse(useSearch({ strict: false }))
  return viewIn(search) === 'rules' ? <RulesView /> : <VehiclesView />
}

function VehiclesView() {
  const address = useListAddress()
  const { vehicles, isLoaded, error, retry } = useVehicles()
  const [selection, choose] = useChosen()
  const [openTask, setOpened] = useState<ConfigurationTask | null>(null)
  const { search } = address
  const matches = useMemo(
    () =>
      vehicles.filter(
        v => search === '' || contains(v.plate, search) || contains(v.fleet?.code ?? null, search),
      ),
    [vehicles, search],
  )
  const selectedVehicles = useMemo(
    () => vehicles.filter(v => selection.has(v.id)),
    [vehicles, selection],
  )
  return (
    <div className={`${page.page} ${classes.page}`}>
      <Bar
        address={address}
        count={isLoaded ? { all: vehicles.length, matches: matches.length } : null}
        selected={selectedVehicles}
        onAssign={() => setOpened({ type: 'massive', vehicles: selectedVehicles })}
      />
      {!isLoaded || vehicles.length === 0 ? (
        <div className={page.plain}>
          {isLoaded ? (
            <NoVehicles />
          ) : (
            <LoadingRows error={error} onRetry={retry} rows={8} height={40} />
          )}
        </div>
      ) : (
        <div className={classes.columns}>
          {matches.length === 0 ? (
            <div className={page.plain}>
              <NothingFound search={search} />
            </div>
          ) : (
            <VehiclePicker vehicles={matches} chosen={selection} onChoose={choose} />
          )}
          <Selection selected={selectedVehicles} onOpen={setOpened} />
        </div>
      )}
      {openTask !== null && <ConfigurationDrawer task={openTask} onClose={() => setOpened(null)} />}
    </div>
  )
}

/** The title with the number of vehicles, the search, and the actions on all selected vehicles. */
function Bar({
  address,
  count,
  selected,
  onAssign,
}: {
  readonly address: ReturnType<typeof useListAddress>
  /** null: the vehicles are not loaded yet. */
  readonly count: { readonly all: number; readonly matches: number } | null
  readonly selected: readonly ListedVehicle[]
  readonly onAssign: () => void
}) {
  const { t } = useTranslation()
  const mayEdit = useMayConfigure()
  const { askToReset } = useQuestions()
  const total = formatNumber(selected.length)
  return (
    <ListBar
      count={
        count === null
          ? ''
          : address.search === ''
            ? formatNumber(count.all)
            : t('ui.list.found', { count: count.matches, total: formatNumber(count.matches) })
      }
    >
      <ViewChoice value="vehicles" />
      <SearchField
        label={t('alert_configurations.search')}
        typed={address.typed}
        onType={address.type}
      />
      {mayEdit && <ChatsButton />}
      {mayEdit && selected.length > 0 && (
        <>
          <Button
            variant="default"
            color="red"
            onClick={() =>
              askToReset(
                selected,
                t('alert_configurations.reset_title', { count: selected.length, total }),
              )
            }
          >
            {t('alert_configurations.reset_chosen')}
          </Button>
          <Button leftSection={<IconBellCog size={16} aria-hidden />} onClick={onAssign}>
            {t('alert_configurations.assign_chosen')}
          </Button>
        </>
      )}
    </ListBar>
  )
}

/** The configurations of the selected vehicles. */
function Selection({
  selected,
  onOpen,
}: {
  readonly selected: readonly ListedVehicle[]
  readonly onOpen: (task: ConfigurationTask) => void
}) {
  const { t } = useTranslation()
  const mayEdit = useMayConfigure()
  const { askToReset, askToRemove } = useQuestions()
  if (selected.length === 0)
    return (
      <div className={page.plain}>
        <Empty
          icon={IconBellCog}
          title={t('alert_configurations.choose')}
          text={t('alert_configurations.choose_text')}
        />
      </div>
    )
  return (
    <ChosenVehicles
      vehicles={selected}
      mayEdit={mayEdit}
      onAdd={vehicle => onOpen({ type: 'create', vehicles: [vehicle] })}
      onReset={vehicle =>
        askToReset([vehicle], t('alert_configurations.reset_one', { plate: vehicle.plate }))
      }
      onEdit={configuration => onOpen({ type: 'edit', configuration })}
      onRemove={askToRemove}
    />
  )
}

/** The confirmation before configurations are removed. The dialog and a toast both show a failure. */
function useQuestions() {
  const { t } = useTranslation()
  const { remove, reset } = useWrites()
  const withNotice = (action: () => Promise<void>) => () =>
    action().catch((failure: unknown) => {
      toast.error(t('alert_configurations.failed'))
      throw failure
    })
  return {
    askToReset: (vehicles: readonly ListedVehicle[], title: string) =>
      void confirm({
        title,
        text: t('alert_configurations.reset_text'),
        confirm: t('alert_configurations.reset'),
        color: 'red',
        action: withNotice(() => reset(vehicles.map(v => v.id))),
      }),
    askToRemove: ({ id, plate, destination }: AlertConfiguration) =>
      void confirm({
        title: t('alert_configurations.remove_title', { plate, destination }),
        confirm: t('ui.list.remove'),
        color: 'red',
        action: withNotice(() => remove(id)),
      }),
  }
}
/** The selected vehicles; the address holds them while they are few. */
function useChosen(): readonly [
  ReadonlySet<number>,
  (ids: readonly number[], isChosen: boolean) => void,
] {
  const { v } = AlertConfigurationsSearch.parse(useSearch({ strict: false }))
  const navigate = useNavigate()
  const [many, setMany] = useState<ReadonlySet<number> | null>(null)
  const selection = useMemo(() => many ?? new Set(chosenIn(v)), [many, v])
  const choose = (ids: readonly number[], is: boolean) => {
    const next = new Set(selection)
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
  return [selection, choose]
}
