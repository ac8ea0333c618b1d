// The outputs for starter and lock, as commands have switched them.
import { hasStarterBlock, usualOutput } from '@flotta/features/services/eyesafe/equipment.ts'
import { outputAt, setOutputs } from '../outputs.ts'
import type { Signal } from '../signal.ts'

export default {
  appliesTo: hasStarterBlock,
  words: {
    out1: ({ vehicle, at }) => outputAt(vehicle, 1, at) ?? usualOutput(vehicle, 1),
    out2: ({ vehicle, at }) => outputAt(vehicle, 2, at) ?? usualOutput(vehicle, 2),
  },
  reply(vehicle, text, at) {
    const reaction = setOutputs(vehicle, text, at)
    return (
      reaction && {
        answer: reaction.answer,
        tells: reaction.until === null ? [at] : [at, reaction.until],
      }
    )
  },
  reachable: true,
} satisfies Signal
