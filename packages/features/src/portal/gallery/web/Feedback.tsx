// Dialogs and toasts.
import { confirm } from '@flotta/ui/Confirm.tsx'
import { toast } from '@flotta/ui/toast.tsx'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { ExampleItem, ExampleSection } from './ExampleSection.tsx'

const wait = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))
const kinds = ['general', 'info', 'success', 'warning', 'error', 'report', 'user', 'alarm'] as const

export function Feedback() {
  return (
    <>
      <ConfirmExamples />
      <ToastExamples />
    </>
  )
}

type Question = Parameters<typeof confirm>[0]
const questions: Readonly<Record<string, Question>> = {
  Plain: { title: 'Send the report?', text: 'It goes to marta@example.com.' },
  'Own words, red': {
    title: 'Remove fleet NORD?',
    text: 'Its vehicles stay.',
    confirm: 'Remove',
    cancel: 'Keep it',
    color: 'red',
  },
  'Double check': {
    title: 'Block the starter of FR123KL?',
    text: 'It stands in Via Emilia 12 with the engine off.',
    doubleCheck: 'I have seen where the vehicle is',
    confirm: 'Block',
    color: 'orange',
  },
  'Works for two seconds': { title: 'Reset all alerts?', action: () => wait(2_000) },
  'Fails, and stays': {
    title: 'Remove hub MILANO?',
    color: 'red',
    action: () => wait(800).then(() => Promise.reject(new Error('no'))),
  },
}

function ConfirmExamples() {
  const [answer, setAnswer] = useState('nothing asked yet')
  const ask = async (question: Question) =>
    setAnswer((await confirm(question)) ? 'confirmed: true' : 'cancelled: false')
  return (
    <ExampleSection title="Confirm" says={`The safe button has the focus. Answer: ${answer}`}>
      {Object.entries(questions).map(([name, question]) => (
        <ExampleItem key={name} name={name}>
          <Button onClick={() => void ask(question)}>Ask</Button>
        </ExampleItem>
      ))}
    </ExampleSection>
  )
}

const notices: Readonly<Record<string, () => void>> = {
  'With title and action': () =>
    toast.report('Trips of November', {
      title: 'Report ready',
      action: { label: 'Download', onClick: () => toast.info('Downloaded') },
    }),
  'Grave, with an action': () =>
    toast.alarm('FR123KL: fuel theft in Parma', {
      title: 'Alarm',
      action: { label: 'Show on the map', onClick: () => toast.info('Shown') },
    }),
  'To be undone': () => toast.saved('Vehicle moved to NORD', () => toast.info('Undone')),
  'Copied (3 s)': () => toast.copied(),
  'A failed call': () => toast.failed(new Error('x')),
  'Very long words': () =>
    toast.warning(`Donaudampfschifffahrtsgesellschaft${'skapitän'.repeat(12)} and more`),
}

function ToastExamples() {
  return (
    <ExampleSection
      title="Toasts"
      says="Five seconds; a copy three. What is grave and asks for something stays until it is closed."
    >
      <ExampleItem name="Each kind" wide>
        <Group gap="sm">
          {kinds.map(kind => (
            <Button
              key={kind}
              variant="default"
              onClick={() => toast[kind](`A notice of kind ${kind}`)}
            >
              {kind}
            </Button>
          ))}
        </Group>
      </ExampleItem>
      {Object.entries(notices).map(([name, show]) => (
        <ExampleItem key={name} name={name}>
          <Button variant="default" onClick={show}>
            Show
          </Button>
        </ExampleItem>
      ))}
    </ExampleSection>
  )
}
