// The trip planner: the form of a trip beside the map, and the company's planned trips.
import { mayCall } from '@flotta/core/contract.ts'
import { callWithEtag } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { now } from '@flotta/ui/clock.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../../../account.tsx'
import { usePart } from '../../../services/web/usePart.ts'
import { type PlannedTrip, plannedTrips } from '../contract.ts'
import { draftOf, isBegun, newDraft } from '../draft.ts'
import { SavedTrips } from './SavedTrips.tsx'
import { TripForm } from './TripForm.tsx'
import { useDraft } from './useDraft.ts'

const PARTS = ['plan', 'saved'] as const

export interface PlannerProps {
  /** The vehicle of the tab; null: the planner has no vehicle. */
  readonly vehicle_id: number | null
  /** A comparison of a saved trip with what was driven. */
  readonly renderComparison?: (trip: PlannedTrip) => ReactNode
}

export function Planner({ vehicle_id, renderComparison }: PlannerProps) {
  const { t } = useTranslation()
  const [partInAddress, open] = usePart(PARTS)
  const mayEdit = mayCall(plannedTrips.create.allow, useAccount().user.role)
  const [draft, change] = useDraft(vehicle_id)
  const part = mayEdit ? partInAddress : 'saved'
  const reset = () => change(() => newDraft(vehicle_id, now()))
  const edit = async (trip: PlannedTrip) => {
    if (
      isBegun(draft) &&
      !(await confirm({
        title: t('planner.drop_title'),
        text: t('planner.drop_text'),
        confirm: t('planner.drop'),
      }))
    )
      return
    try {
      const { value, etag } = await callWithEtag(plannedTrips.one, { params: { id: trip.id } })
      change(() => draftOf(value, etag, now()))
      open('plan')
    } catch (error) {
      toast.failed(error)
    }
  }
  if (!mayEdit) return <SavedTrips vehicle_id={vehicle_id} renderComparison={renderComparison} />
  return (
    <Tabs value={part} onChange={open} keepMounted={false} styles={{ tab: { minHeight: 40 } }}>
      <Tabs.List grow>
        <Tabs.Tab value="plan">
          {t(draft.edited === null ? 'planner.new' : 'planner.change')}
        </Tabs.Tab>
        <Tabs.Tab value="saved">{t('planner.saved')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="plan">
        <TripForm
          key={draft.begun}
          draft={draft}
          change={change}
          onReset={reset}
          onSaved={() => {
            reset()
            open('saved')
          }}
        />
      </Tabs.Panel>
      <Tabs.Panel value="saved">
        <SavedTrips
          vehicle_id={vehicle_id}
          renderComparison={renderComparison}
          edited={draft.edited?.trip}
          onEdit={trip => void edit(trip)}
          onBack={() => open('plan')}
        />
      </Tabs.Panel>
    </Tabs>
  )
}
