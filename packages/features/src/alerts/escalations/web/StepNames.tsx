// The steps of a configuration in words: after how long, and who.
import { formatDuration } from '@flotta/ui/texts.ts'
import { useTranslation } from 'react-i18next'
import { useColleagues } from '../../active-alerts/web/useColleagues.ts'
import type { EscalationStep } from '../contract.ts'
import classes from './escalations.module.css'

export function StepNames({ steps }: { readonly steps: readonly EscalationStep[] }) {
  return steps.length === 0 ? null : <NamedSteps steps={steps} />
}

function NamedSteps({ steps }: { readonly steps: readonly EscalationStep[] }) {
  const { t } = useTranslation()
  const colleagues = useColleagues()
  const nameOf = ({ user_id, role, destination }: EscalationStep): string => {
    if (user_id !== null)
      return colleagues.find(({ id }) => id === user_id)?.name ?? t('escalations.gone')
    return role === null
      ? (destination ?? '')
      : t('escalations.group', { role: t(`users.role.${role}`) })
  }
  return (
    <span className={classes.steps}>
      {steps.map(step => (
        <span key={step.minutes}>
          {t('escalations.then', { time: formatDuration(step.minutes * 60), name: nameOf(step) })}
        </span>
      ))}
    </span>
  )
}
