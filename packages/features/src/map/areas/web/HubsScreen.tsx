// Hubs: map and cards as one.
import { AreasScreen } from './AreasScreen.tsx'

export default function HubsScreen() {
  return <AreasScreen kind="hub" />
}
