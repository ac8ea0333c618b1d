// The sound of an alarm: two short tones that the browser makes, so that no file is needed.

/** Hz and s of each tone. */
const TONES = [
  { pitch: 880, at: 0 },
  { pitch: 1175, at: 0.16 },
] as const
const LONG = 0.14
const LOUD = 0.18

let context: AudioContext | undefined

/** Browsers are silent until the user has touched the page, so a touch or a key calls this. */
export function allowSound(): void {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
}

/** While the browser does not allow sound, the alarm stays silent; it is not played later. */
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
