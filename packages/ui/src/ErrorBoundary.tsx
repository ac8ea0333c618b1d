// Keeps an error in one part from breaking the whole page.
import { Button, Stack, Text } from '@mantine/core'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { say } from './texts.ts'

interface Props {
  readonly children: ReactNode
  /** A change of this key renders the part again: the route, the selected vehicle. */
  readonly resetKey?: string | number | null
}
interface State {
  readonly failed: boolean
  readonly resetKey: string | number | null | undefined
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey }
  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }
  static getDerivedStateFromProps(props: Props, state: State): State | null {
    return props.resetKey === state.resetKey ? null : { failed: false, resetKey: props.resetKey }
  }
  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack)
  }
  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <Stack align="center" justify="center" gap="sm" p="xl" ta="center" role="alert">
        <Text fw={550}>{say('ui.broken_title')}</Text>
        <Text c="dimmed" maw={360}>
          {say('ui.broken_text')}
        </Text>
        <Button variant="default" onClick={() => this.setState({ failed: false })}>
          {say('ui.retry')}
        </Button>
      </Stack>
    )
  }
}
