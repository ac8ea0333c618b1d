// The expenses tab: their sum, the last one, the form, and all of them.
import { now } from '@flotta/ui/clock.ts'
import { dayOf } from '@flotta/ui/day.ts'
import { NumberField } from '@flotta/ui/NumberField.tsx'
import { Stat } from '@flotta/ui/Stat.tsx'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { zodForm } from '@flotta/ui/zod-form.ts'
import { Button, SimpleGrid, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus, IconReceiptEuro } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { euro, numberInputProps } from '../../../costs/tcos/web/words.ts'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import shared from '../../panel.module.css'
import { type Data, ExpenseForm } from '../contract.ts'
import { EXPENSE } from '../rules.ts'
import { Entries } from './Entries.tsx'
import { EntryDay } from './EntryDay.tsx'
import { EntryFrame } from './EntryFrame.tsx'
import { useMayWrite } from './useEyeservice.ts'

export function Expenses({ vehicle, data }: { readonly vehicle: Vehicle; readonly data: Data }) {
  const { t } = useTranslation()
  const [adding, setAdding] = useState(false)
  const mayWrite = useMayWrite(vehicle)
  const { total_expenses, last_expense } = data
  return (
    <>
      <div className={shared.section}>
        <div className={shared.grid}>
          <Stat
            label={t('eyeservice.total_expenses')}
            value={total_expenses === null ? null : euro(total_expenses)}
          />
          <Stat
            label={
              last_expense === null
                ? t('eyeservice.last_expense')
                : t('eyeservice.last_expense_of', {
                    day: formatDateTime(last_expense.date, 'date'),
                  })
            }
            value={last_expense === null ? null : euro(last_expense.amount)}
            why={t('eyeservice.no_expenses_text')}
          />
        </div>
        {last_expense !== null && <div className={shared.quiet}>{last_expense.description}</div>}
      </div>
      {mayWrite && (
        <div className={shared.section}>
          {adding ? (
            <AddExpense vehicle={vehicle} onClose={() => setAdding(false)} />
          ) : (
            <Button
              variant="default"
              fullWidth
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setAdding(true)}
            >
              {t('eyeservice.add_expense')}
            </Button>
          )}
        </div>
      )}
      <Entries
        vehicle={vehicle}
        expenses
        label={t('eyeservice.expense_history')}
        icon={IconReceiptEuro}
        nameOf={entry => entry.description ?? t(`eyeservice.type.${EXPENSE}`)}
        detailOf={() => ''}
        figureOf={entry => euro(entry.data)}
      />
    </>
  )
}

function AddExpense({
  vehicle,
  onClose,
}: {
  readonly vehicle: Vehicle
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const today = dayOf(now())
  const form = useForm({
    initialValues: { type: EXPENSE, date: today, description: '', data: '' as number | '' },
    validate: zodForm(ExpenseForm),
  })
  return (
    <EntryFrame
      vehicle_id={vehicle.id}
      label={t('eyeservice.add_expense')}
      form={form}
      nameOf={entry => entry.description ?? ''}
      onClose={onClose}
    >
      <TextInput
        {...form.getInputProps('description')}
        data-autofocus
        required
        label={t('eyeservice.description')}
        maxLength={500}
        autoComplete="off"
      />
      <SimpleGrid cols={2} spacing="sm">
        <EntryDay
          today={today}
          value={form.values.date}
          onChange={date => form.setFieldValue('date', date)}
          error={form.errors.date}
        />
        <NumberField
          {...form.getInputProps('data')}
          {...numberInputProps}
          required
          label={t('eyeservice.amount')}
          rightSection="€"
          max={9_999_999.99}
          decimals={2}
          fixedDecimalScale
        />
      </SimpleGrid>
    </EntryFrame>
  )
}
