// Dialogs that are opened by a call, without a place in a screen.
export { modals } from '@mantine/modals'
