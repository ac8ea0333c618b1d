// The part of a rule's form with the destinations of only some vehicles; each can be removed.
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ListedVehicle } from '../../alert-configurations/web/useConfigurations.ts'
import { nameOfTarget, type Target } from './preview.ts'
import { useDifferenceWords } from './RuleWords.tsx'
import classes from './rules.module.css'

export interface DifferencesProps {
  readonly differences: readonly Target[]
  readonly vehicles: readonly ListedVehicle[]
  readonly onChange: (differences: readonly Target[]) => void
}

export function Differences({ differences, vehicles, onChange }: DifferencesProps) {
  const { t } = useTranslation()
  const differenceWords = useDifferenceWords(vehicles)
  if (differences.length === 0) return null
  return (
    <ul className={classes.differences} aria-label={t('alert_rules.differences')}>
      {differences.map(one => {
        const { only = [], except = [], destination } = one
        return (
          <li key={nameOfTarget(one)}>
            <span>
              <span className="flotta-quiet">{differenceWords({ only, except })}</span>{' '}
              {destination}
            </span>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('alert_rules.difference_remove', { name: destination })}
              onClick={() => onChange(differences.filter(other => other !== one))}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </li>
        )
      })}
    </ul>
  )
}
