// The rules of a new password, ticked off while it is typed.
import { IconCheck, IconPointFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { passwordFaults } from '../../users/rules.ts'
import classes from './auth.module.css'

/** Every rule that an empty password breaks. */
const rules = passwordFaults('')

export function PasswordChecklist({ password }: { readonly password: string }) {
  const { t } = useTranslation()
  const broken = new Set(passwordFaults(password))
  return (
    <div className={classes.checklist}>
      <span>{t('auth.reset.rules')}</span>
      <ul>
        {rules.map(rule => {
          const met = !broken.has(rule)
          const Mark = met ? IconCheck : IconPointFilled
          return (
            <li key={rule} data-met={met || undefined}>
              <Mark size={14} aria-hidden />
              {t(`validation.${rule.slice('validation.'.length)}`)}
              <span className="flotta-hidden">
                : {t(met ? 'auth.reset.met' : 'auth.reset.unmet')}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
