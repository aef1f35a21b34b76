/** Formants of the vowels a, e, i, o, u, in hertz. */
const VOWELS = [
  [800, 1_200],
  [500, 1_900],
  [300, 2_300],
  [500, 900],
  [350, 700],
] as const
const PITCH_HZ = 120
const SYLLABLE_SECONDS = 0.18
/** Number of syllables before a pause. */
const SENTENCE = 14
const BREATH = 6

/** Synthetic speech in place of a microphone: a buzz through changing vowel formants, sentence after sentence. */
export async function openRobot(): Promise<MediaStream> {
  const context = new AudioContext()
  const output = context.createMediaStreamDestination()
  const voice = context.createOscillator()
  voice.type = 'sawtooth'
  voice.frequency.value = PITCH_HZ
  const volume = context.createGain()
  volume.gain.value = 0
  const formants = [0, 1].map(() => {
    const filter = context.createBiquadFilter()
    filter.type = 'bandpass'
    filter.Q.value = 8
    voice.connect(filter).connect(volume)
    return filter
  })
  volume.connect(output)
  voice.start()
  await context.resume().catch(() => undefined)

  let beat = 0
  const speak = () => {
    const isBreath = beat % (SENTENCE + BREATH) >= SENTENCE
    const vowel = VOWELS[Math.floor(Math.random() * VOWELS.length)] ?? VOWELS[0]
    const now = context.currentTime
    formants.forEach((filter, place) => {
      filter.frequency.setTargetAtTime(vowel[place] ?? vowel[0], now, 0.02)
    })
    voice.frequency.setTargetAtTime(PITCH_HZ + 30 * Math.sin(beat / 3), now, 0.05)
    volume.gain.setTargetAtTime(isBreath ? 0 : 0.6, now, 0.02)
    volume.gain.setTargetAtTime(isBreath ? 0 : 0.15, now + SYLLABLE_SECONDS * 0.75, 0.02)
    beat += 1
  }
  speak()
  const timer = setInterval(speak, SYLLABLE_SECONDS * 1_000)
  const [track] = output.stream.getAudioTracks()
  const stop = track?.stop.bind(track)
  if (track && stop)
    track.stop = () => {
      clearInterval(timer)
      stop()
      void context.close().catch(() => undefined)
    }
  return output.stream
}
