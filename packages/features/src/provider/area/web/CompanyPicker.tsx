// The choice of a company of the installation.
import { query } from '@flotta/ui/api.ts'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { customers } from '../../customers/contract.ts'

/** Options that are shown at first; typing finds others. */
const SHOWN = 50

export function CompanyPicker({
  value,
  onChange,
  error,
  clearable = false,
  disabled = false,
}: {
  readonly value: number | null
  readonly onChange: (id: number | null) => void
  readonly error?: ReactNode
  /** Whether the field may be empty. */
  readonly clearable?: boolean
  readonly disabled?: boolean
}) {
  const { t } = useTranslation()
  const { data = [] } = useQuery(query(customers.all, {}))
  return (
    <Select
      label={t('area.company')}
      value={value === null ? null : String(value)}
      onChange={id => onChange(id === null ? null : Number(id))}
      error={error}
      searchable
      limit={SHOWN}
      clearable={clearable}
      allowDeselect={clearable}
      disabled={disabled}
      placeholder={clearable ? t('area.none') : ''}
      clearButtonProps={{ 'aria-label': t('area.none') }}
      data={data.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  )
}
