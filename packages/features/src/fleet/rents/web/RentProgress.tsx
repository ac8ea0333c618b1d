// How much of a contract is used: kilometres, time, and the share of this year.
import { formatNumber } from '@flotta/ui/texts.ts'
import { Progress, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Rent } from '../contract.ts'
import { rentProgress, rentYear } from '../rules.ts'
import { dayOrDash, formatSpan } from './format.ts'

export function RentProgress({
  rent,
  odometer,
  today,
}: {
  readonly rent: Rent
  readonly odometer: number | null
  readonly today: string
}) {
  const { t } = useTranslation()
  const { km, km_percent, days_percent, elapsed, length, left } = rentProgress(
    rent,
    odometer,
    today,
  )
  const year = rentYear(rent, odometer, today)
  const kms = (value: number | null) => formatNumber(value, { unit: 'km' })
  return (
    <Stack gap="sm" mt="sm">
      <UsageBar
        label={t('rents.time')}
        valueText={t('rents.of', { used: formatSpan(elapsed), total: formatSpan(length) })}
        percent={days_percent}
      />
      {today <= rent.rent_end ? (
        <Text size="sm" c="dimmed">
          {today < rent.rent_start
            ? t('rents.not_begun', { day: dayOrDash(rent.rent_start) })
            : t('rents.left', { left: formatSpan(left) })}
        </Text>
      ) : (
        <Text size="sm" c="var(--flotta-alarm-text)">
          {t('rents.over', { day: dayOrDash(rent.rent_end) })}
        </Text>
      )}
      {rent.contracted_km !== null && (
        <UsageBar
          label={t('rents.km')}
          valueText={t('rents.of', { used: kms(km), total: kms(rent.contracted_km) })}
          percent={km_percent}
          warnOver={days_percent}
        />
      )}
      {year !== null && rent.contracted_km_term === 1 && (
        <UsageBar
          label={t('rents.year', { number: year.number, to: dayOrDash(year.to) })}
          valueText={t('rents.of', { used: kms(year.km), total: kms(year.allowance) })}
          percent={year.percent}
        />
      )}
    </Stack>
  )
}

/** `warnOver`: the bar is a warning beyond this share. */
function UsageBar({
  label,
  valueText,
  percent,
  warnOver = 100,
}: {
  readonly label: string
  readonly valueText: string
  readonly percent: number | null
  readonly warnOver?: number
}) {
  const color = percent === null || percent <= warnOver ? 'blue' : percent > 100 ? 'red' : 'yellow'
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text size="sm">
        {valueText}
        {percent !== null &&
          ` · ${formatNumber(percent, { unit: '%', decimals: percent % 1 === 0 ? 0 : 1 })}`}
      </Text>
      {percent !== null && (
        <Progress
          value={Math.min(100, percent)}
          color={color}
          size="sm"
          mt={4}
          aria-label={label}
        />
      )}
    </div>
  )
}
