// Points of interest: map and cards as one.
import { AreasScreen } from './AreasScreen.tsx'

export default function PoisScreen() {
  return <AreasScreen kind="poi" />
}
