// The escalation field of a configuration: who is told next if nobody takes the alert, step by step.
import { NumberField } from '@flotta/ui/NumberField.tsx'
import { ActionIcon, Button, Input, Select, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useColleagues } from '../../active-alerts/web/useColleagues.ts'
import { useChatNames } from '../../chats/web/useChatNames.ts'
import { LONGEST_WAIT, MOST_STEPS } from '../contract.ts'
import classes from './escalations.module.css'
import { chatTarget, groups, nextStep, type StepInput } from './steps.ts'

const [EMAIL, SMS] = ['1', '2']

export function EscalationField({
  steps,
  hasSms,
  error,
  onChange,
}: {
  readonly steps: readonly StepInput[]
  readonly hasSms: boolean
  readonly error: string | undefined
  readonly onChange: (steps: readonly StepInput[]) => void
}) {
  const { t } = useTranslation()
  return (
    <Input.Wrapper
      label={t('escalations.title')}
      description={t('escalations.text')}
      error={error}
      labelElement="div"
    >
      <Stack gap="xs" mt="xs">
        {steps.map((step, i) => (
          <Step
            key={step.place}
            step={step}
            position={i + 1}
            hasSms={hasSms}
            onChange={changed =>
              onChange(steps.map(other => (other.place === step.place ? changed : other)))
            }
            onRemove={() => onChange(steps.filter(other => other.place !== step.place))}
          />
        ))}
        {steps.length < MOST_STEPS && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            className={classes.add ?? ''}
            onClick={() => onChange([...steps, nextStep(steps)])}
          >
            {t('escalations.add')}
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  )
}

interface StepProps {
  readonly step: StepInput
  /** 1 for the first. */
  readonly position: number
  readonly hasSms: boolean
  readonly onChange: (step: StepInput) => void
  readonly onRemove: () => void
}
function Step({ step, position, hasSms, onChange, onRemove }: StepProps) {
  const { t } = useTranslation()
  const isAddress = step.target === EMAIL || step.target === SMS
  const addressLabel = t(`alert_configurations.destination.${step.target}`)
  return (
    <div className={classes.step}>
      <NumberField
        className={classes.minutes ?? ''}
        aria-label={t('escalations.minutes')}
        value={step.minutes}
        min={1}
        max={LONGEST_WAIT}
        suffix=" min"
        onChange={minutes =>
          onChange({ ...step, minutes: typeof minutes === 'number' ? minutes : '' })
        }
      />
      <Select
        className={classes.who ?? ''}
        aria-label={t('escalations.who')}
        placeholder={t('escalations.who')}
        data={useTargets(hasSms)}
        value={step.target === '' ? null : step.target}
        allowDeselect={false}
        searchable
        onChange={target => onChange({ ...step, target: target ?? '' })}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('escalations.remove', { count: position })}
        onClick={onRemove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
      {isAddress && (
        <TextInput
          className={classes.address ?? ''}
          aria-label={addressLabel}
          placeholder={addressLabel}
          type={step.target === SMS ? 'tel' : 'email'}
          autoComplete="off"
          value={step.destination}
          onChange={event => onChange({ ...step, destination: event.currentTarget.value })}
        />
      )}
    </div>
  )
}

/** The recipients that a step may name: colleagues, groups of them, chats, an address. */
function useTargets(hasSms: boolean) {
  const { t } = useTranslation()
  const colleagues = useColleagues()
  const chats = useChatNames()
  return [
    {
      group: t('escalations.people'),
      items: colleagues.map(({ id, name }) => ({ value: `user:${id}`, label: name })),
    },
    {
      group: t('escalations.groups'),
      items: groups.map(role => ({
        value: `role:${role}`,
        label: t('escalations.group', { role: t(`users.role.${role}`) }),
      })),
    },
    ...(chats.length === 0
      ? []
      : [
          {
            group: t('chats.button'),
            items: chats.map(name => ({ value: chatTarget(name), label: name })),
          },
        ]),
    {
      group: t('escalations.addresses'),
      items: [
        { value: EMAIL, label: t('escalations.mail') },
        ...(hasSms ? [{ value: SMS, label: t('escalations.phone') }] : []),
      ],
    },
  ]
}
