// The form of a schedule: type, vehicles, rhythm and hour, recipients and language.
import type { CardKind } from '@flotta/ui/resource/card-kind.ts'
import { currentLanguage } from '@flotta/ui/texts.ts'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../../../account.tsx'
import { scheduleRuns, schedules } from '../contract.ts'
import { ScheduleFields, type ScheduleFormValues } from './ScheduleFields.tsx'

/** At this hour sleeping devices have sent the data of the night, and nobody works yet. */
const DEFAULT_HOUR = 6
export function useScheduleKind(): CardKind<typeof schedules, ScheduleFormValues> {
  const { t } = useTranslation()
  const { user } = useAccount()
  const labels = {
    name: t('schedules.name'),
    type: t('schedules.type'),
    services: t('reports.services'),
    about: t('schedules.about'),
    vehicle_id: t('reports.vehicle'),
    fleet_id: t('schedules.fleet'),
    every: t('schedules.rhythm'),
    hour: t('schedules.hour'),
    recipients: t('schedules.recipients'),
    language: t('schedules.language'),
    active: t('schedules.active'),
  }
  return {
    resource: schedules,
    nameOf: schedule => schedule.name,
    labels,
    reads: [scheduleRuns],
    removing: t('schedules.removing'),
    toForm: schedule =>
      schedule === null
        ? {
            name: '',
            type: 'master',
            services: '',
            about: 'all',
            vehicle_id: null,
            fleet_id: null,
            every: 'day',
            hour: DEFAULT_HOUR,
            recipients: [user.email],
            language: currentLanguage(),
            active: 1,
          }
        : {
            name: schedule.name,
            type: schedule.type,
            services: schedule.services,
            about: schedule.about,
            vehicle_id: schedule.vehicle_id,
            fleet_id: schedule.fleet_id,
            every: schedule.every,
            hour: schedule.hour,
            recipients: schedule.recipients,
            language: schedule.language,
            active: schedule.active,
          },
    fields: form => <ScheduleFields form={form} labels={labels} />,
  }
}
