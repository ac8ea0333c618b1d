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

function ConfirmExamples() {
  const [answer, setAnswer] = useState('nothing asked yet')
  const ask = async (options: Parameters<typeof confirm>[0]) =>
    setAnswer((await confirm(options)) ? 'confirmed: true' : 'cancelled: false')
  return (
    <ExampleSection title="Confirm" says={`The safe button has the focus. Answer: ${answer}`}>
      <ExampleItem name="Plain">
        <Button
          onClick={() =>
            void ask({ title: 'Send the report?', text: 'It goes to marta@example.com.' })
          }
        >
          Ask
        </Button>
      </ExampleItem>
      <ExampleItem name="Own words, red">
        <Button
          onClick={() =>
            void ask({
              title: 'Remove fleet NORD?',
              text: 'Its vehicles stay.',
              confirm: 'Remove',
              cancel: 'Keep it',
              color: 'red',
            })
          }
        >
          Ask
        </Button>
      </ExampleItem>
      <ExampleItem name="Double check">
        <Button
          onClick={() =>
            void ask({
              title: 'Block the starter of FR123KL?',
              text: 'It stands in Via Emilia 12 with the engine off.',
              doubleCheck: 'I have seen where the vehicle is',
              confirm: 'Block',
              color: 'orange',
            })
          }
        >
          Ask
        </Button>
      </ExampleItem>
      <ExampleItem name="Works for two seconds">
        <Button onClick={() => void ask({ title: 'Reset all alerts?', action: () => wait(2_000) })}>
          Ask
        </Button>
      </ExampleItem>
      <ExampleItem name="Fails, and stays">
        <Button
          onClick={() =>
            void ask({
              title: 'Remove hub MILANO?',
              color: 'red',
              action: () => wait(800).then(() => Promise.reject(new Error('no'))),
            })
          }
        >
          Ask
        </Button>
      </ExampleItem>
    </ExampleSection>
  )
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
      <ExampleItem name="With title and action">
        <Button
          variant="default"
          onClick={() =>
            toast.report('Trips of November', {
              title: 'Report ready',
              action: { label: 'Download', onClick: () => toast.info('Downloaded') },
            })
          }
        >
          Show
        </Button>
      </ExampleItem>
      <ExampleItem name="Grave, with an action">
        <Button
          variant="default"
          onClick={() =>
            toast.alarm('FR123KL: fuel theft in Parma', {
              title: 'Alarm',
              action: { label: 'Show on the map', onClick: () => toast.info('Shown') },
            })
          }
        >
          Show
        </Button>
      </ExampleItem>
      <ExampleItem name="To be undone">
        <Button
          variant="default"
          onClick={() => toast.saved('Vehicle moved to NORD', () => toast.info('Undone'))}
        >
          Show
        </Button>
      </ExampleItem>
      <ExampleItem name="Copied (3 s)">
        <Button variant="default" onClick={() => toast.copied()}>
          Show
        </Button>
      </ExampleItem>
      <ExampleItem name="A failed call">
        <Button variant="default" onClick={() => toast.failed(new Error('x'))}>
          Show
        </Button>
      </ExampleItem>
      <ExampleItem name="Very long words">
        <Button
          variant="default"
          onClick={() =>
            toast.warning(`Donaudampfschifffahrtsgesellschaft${'skapitän'.repeat(12)} and more`)
          }
        >
          Show
        </Button>
      </ExampleItem>
    </ExampleSection>
  )
}
