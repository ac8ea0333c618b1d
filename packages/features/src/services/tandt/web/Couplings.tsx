// The couplings and uncouplings of a period; each shows its place on the map.
import { IconLink, IconUnlink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import { History, HistoryRow } from '../../web/History.tsx'
import { useHistory } from '../../web/useHistory.ts'
import { usePeriod } from '../../web/usePeriod.ts'
import { useShowOnMap } from '../../web/useShowOnMap.ts'
import { type Coupling, history } from '../contract.ts'
import { beaconState, shownCode } from '../rules.ts'
import { AuthorizedBadge } from './AuthorizedBadge.tsx'

const timeOf = (row: { readonly message_datetime: string }): number =>
  Date.parse(row.message_datetime)

export function Couplings({ vehicle }: { readonly vehicle: Vehicle }) {
  const { t } = useTranslation()
  const period = usePeriod()
  const { items, state } = useHistory(history, vehicle.id, period)
  const show = useShowOnMap()
  const stateText = ({ locked, locked_vehicle, beacon_code }: Coupling) =>
    locked === null
      ? t('tandt.state.unknown')
      : locked === 0
        ? t('tandt.state.unlocked')
        : t('tandt.coupled_to', {
            plate: locked_vehicle?.plate ?? (beacon_code === null ? '' : shownCode(beacon_code)),
          })
  return (
    <History
      label={t('tandt.history')}
      reports={[{ types: ['tandt'], vehicle }]}
      icon={IconLink}
      items={items}
      timeOf={timeOf}
      {...state}
      row={item => (
        <HistoryRow
          at={item.message_datetime}
          icon={item.locked === 1 ? IconLink : IconUnlink}
          after={<AuthorizedBadge state={beaconState(item)} />}
          onShow={() =>
            show(
              item.message_datetime,
              item.latitude === null || item.longitude === null
                ? null
                : { latitude: item.latitude, longitude: item.longitude },
            )
          }
        >
          {stateText(item)}
        </HistoryRow>
      )}
    />
  )
}
