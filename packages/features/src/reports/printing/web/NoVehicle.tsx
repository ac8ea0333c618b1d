// The message for the address of a vehicle that has no receipts for this company.
import { Button } from '@mantine/core'
import { IconTruckOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './printing.module.css'

export function NoVehicle() {
  const { t } = useTranslation()
  return (
    <section className={classes.alone}>
      <IconTruckOff size={56} stroke={1.4} aria-hidden />
      <h1>{t('printing.no_vehicle.title')}</h1>
      <p>{t('printing.no_vehicle.text')}</p>
      <Button component={Link} to="/printer/scanner" size="lg">
        {t('printing.again')}
      </Button>
    </section>
  )
}
