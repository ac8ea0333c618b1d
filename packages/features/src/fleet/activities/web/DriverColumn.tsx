// The column of drivers beside the activities. Choosing a driver shows that driver's activities; typing narrows the list.
import { contains } from '@flotta/core/searchable.ts'
import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DriverItem } from '../../drivers/contract.ts'
import classes from './activities.module.css'

/** Most rows that the column shows; typing finds the others. */
const ROWS_MAX = 100

export function DriverColumn({
  drivers,
  chosen,
  onChoose,
}: {
  readonly drivers: readonly DriverItem[] | undefined
  readonly chosen: number | undefined
  readonly onChoose: (id: number | undefined) => void
}) {
  const { t } = useTranslation()
  const [words, type] = useState('')
  const matches = (drivers ?? []).filter(
    d => contains(`${d.name}${d.surname}`, words) || contains(`${d.surname}${d.name}`, words),
  )
  return (
    <nav className={classes.column} aria-label={t('activities.driver_filter')}>
      <TextInput
        type="search"
        size="sm"
        aria-label={t('activities.find_driver')}
        placeholder={t('activities.find_driver')}
        value={words}
        onChange={e => type(e.currentTarget.value)}
        leftSection={<IconSearch size={16} aria-hidden />}
      />
      <ul className={classes.drivers}>
        <li>
          <button
            type="button"
            aria-pressed={chosen === undefined}
            onClick={() => onChoose(undefined)}
          >
            {t('activities.all_drivers')}
          </button>
        </li>
        {matches.slice(0, ROWS_MAX).map(({ id, name, surname }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={id === chosen}
              onClick={() => onChoose(id === chosen ? undefined : id)}
            >
              {surname} {name}
            </button>
          </li>
        ))}
      </ul>
      {matches.length > ROWS_MAX && (
        <p className={classes.more}>
          {t('activities.more_drivers', { count: matches.length - ROWS_MAX })}
        </p>
      )}
    </nav>
  )
}
