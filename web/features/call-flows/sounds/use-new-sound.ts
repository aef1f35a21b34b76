import { useEffect, useRef, useState } from 'react'
import { NoMicrophone, type Recording, record } from './recorder.ts'
import { SoundRefused, toWav } from './wav.ts'

type Ready = { wav: Blob; url: string; seconds: number }
export type SoundProblem = SoundRefused['reason'] | NoMicrophone['reason']

/** A sound before it is saved: recorded or taken from a file, as telephones will play it. */
export function useNewSound() {
  const [ready, setReady] = useState<Ready | null>(null)
  const [recording, setRecording] = useState<{ level: number; seconds: number } | null>(null)
  const [error, setError] = useState<SoundProblem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const running = useRef<Recording | null>(null)
  const isGone = useRef(false)
  useEffect(
    () => () => {
      isGone.current = true
      running.current?.cancel()
    },
    [],
  )

  const tried = async (act: () => Promise<void>) => {
    setBusy(true)
    setError(null)
    try {
      await act()
    } catch (cause) {
      if (!(cause instanceof SoundRefused || cause instanceof NoMicrophone)) throw cause
      setError(cause.reason)
    } finally {
      setBusy(false)
    }
  }
  const take = (file: Blob) =>
    tried(async () => {
      if (ready) URL.revokeObjectURL(ready.url)
      setReady(null)
      const { wav, seconds } = await toWav(file)
      setReady({ wav, seconds, url: URL.createObjectURL(wav) })
    })
  const stop = async () => {
    const heard = await running.current?.stop()
    running.current = null
    setRecording(null)
    if (heard) await take(heard)
  }
  const start = () =>
    tried(async () => {
      running.current = await record(setRecording, () => void stop())
      // The browser may ask for the microphone until after the dialog was closed.
      if (isGone.current) return running.current.cancel()
      setRecording({ level: 0, seconds: 0 })
    })
  return { ready, recording, error, isBusy, take, start, stop }
}
