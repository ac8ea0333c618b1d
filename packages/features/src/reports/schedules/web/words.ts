// The words for the subject and the rhythm of a schedule.
import { useTranslation } from 'react-i18next'
import type { Schedule } from '../contract.ts'

export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

export function useScheduleWords() {
  const { t } = useTranslation()
  return {
    /** The plate, the fleet or "all vehicles"; for a removed vehicle or fleet it says so. */
    aboutOf: ({ about, about_name }: Pick<Schedule, 'about' | 'about_name'>): string =>
      about === 'all'
        ? t('reports.file.all_vehicles')
        : about_name === null
          ? t(`schedules.gone.${about}`)
          : about === 'fleet'
            ? t('schedules.fleet_named', { code: about_name })
            : about_name,
    rhythmOf: ({ every, hour }: Pick<Schedule, 'every' | 'hour'>): string =>
      t(`schedules.at.${every}`, { time: hourText(hour) }),
  }
}
