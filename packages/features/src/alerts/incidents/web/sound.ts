// The sound of an alarm: two short tones, made by the browser, so that no file is needed.

/** Hz and s of each tone. */
const TONES = [
  { pitch: 880, at: 0 },
  { pitch: 1175, at: 0.16 },
] as const
const LONG = 0.14
const LOUD = 0.18

let context: AudioContext | undefined

/** Browsers are silent until the person has touched the page: called by a touch or a key. */
export function allowSound(): void {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
}

/** Nothing is heard later: while the browser does not allow it, the moment passes. */
export function playAlarm(): void {
  if (context === undefined || context.state !== 'running') return
  for (const { pitch, at } of TONES) {
    const begin = context.currentTime + at
    const tone = context.createOscillator()
    const volume = context.createGain()
    tone.frequency.value = pitch
    volume.gain.setValueAtTime(0, begin)
    volume.gain.linearRampToValueAtTime(LOUD, begin + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.001, begin + LONG)
    tone.connect(volume).connect(context.destination)
    tone.start(begin)
    tone.stop(begin + LONG)
  }
}
