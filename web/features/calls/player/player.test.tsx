import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { callRoutes } from '#contract/calls/calls.ts'
import { setPlaying, stopPlaying, togglePlay } from '../../../shared/player/player.ts'
import { trackOf } from '../../../shared/player/recording-track.ts'
import { aCall } from '../../../testing/call-fakes.ts'
import { BUSINESS_ID } from '../../../testing/fakes.ts'
import { renderPage } from '../../../testing/render.tsx'
import { reply } from '../../../testing/replies.ts'
import { RENEW_BEFORE_MS } from './engine.ts'
import { fitted, PEAKS, peaksOfWave } from './peaks.ts'
import { PlayerDock } from './player-dock.tsx'

/** A 16-bit WAVE file with two channels: each frame [left, right]. */
function aWave(frames: [number, number][]) {
  const view = new DataView(new ArrayBuffer(44 + frames.length * 4))
  const word = (at: number, text: string) => {
    for (const [i, one] of [...text].entries()) view.setUint8(at + i, one.charCodeAt(0))
  }
  word(0, 'RIFF')
  view.setUint32(4, view.byteLength - 8, true)
  word(8, 'WAVE')
  word(12, 'fmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 2, true)
  view.setUint32(24, 8000, true)
  view.setUint32(28, 32000, true)
  view.setUint16(32, 4, true)
  view.setUint16(34, 16, true)
  word(36, 'data')
  view.setUint32(40, frames.length * 4, true)
  frames.forEach(([left, right], at) => {
    view.setInt16(44 + at * 4, left, true)
    view.setInt16(46 + at * 4, right, true)
  })
  return view.buffer
}

describe('the waveform', () => {
  it('has the maximum of each interval, the caller left and the answerer right', () => {
    const half = PEAKS * 10
    const frames = Array.from({ length: half * 2 }, (_, at): [number, number] => (at < half ? [16384, 0] : [0, -8192]))
    const [left, right] = peaksOfWave(aWave(frames)) ?? []
    expect([left?.[0], left?.[PEAKS - 1]]).toEqual([0.5, 0])
    expect([right?.[0], right?.[PEAKS - 1]]).toEqual([0, 0.25])
  })

  it('is not computed from other files', () => {
    expect(peaksOfWave(new ArrayBuffer(400))).toBeUndefined()
  })

  it('keeps the maximum when reduced to fewer bars', () => {
    expect(fitted([0.1, 0.9, 0.2, 0.3], 2)).toEqual([0.9, 0.3])
  })
})

describe('the player', () => {
  const call = aCall(1)
  const played: HTMLMediaElement[] = []
  const atOf = () => document.querySelector('[data-player-at]')?.textContent
  let now = 0
  beforeEach(() => {
    played.length = 0
    now = 0
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
      played.push(this)
      return Promise.resolve()
    })
    vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => undefined)
    vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => undefined)
    Object.defineProperty(HTMLMediaElement.prototype, 'buffered', { configurable: true, value: { length: 0 } })
  })
  afterEach(() => act(async () => stopPlaying()))

  const open = async (seconds = 300) => {
    const links = reply(callRoutes.recordingLink, () => {
      now += 1
      const expiresAt = new Date(Date.now() + seconds * 1000).toISOString()
      return { success: true as const, url: `/api/sound/${now}`, expiresAt }
    })
    const page = await renderPage(<PlayerDock />, { path: `/b/${BUSINESS_ID}`, replies: [links] })
    await act(async () => togglePlay(trackOf(BUSINESS_ID, call)))
    await waitFor(() => expect(played).toHaveLength(1))
    return page
  }

  it('requests its URL when playback starts, not before', async () => {
    const { server } = await open()
    expect(server.sentTo(callRoutes.recordingLink)).toHaveLength(1)
    expect(server.sentTo(callRoutes.recordingLink)[0]).toMatchObject({ params: { id: call._id }, body: {} })
    expect(played[0]?.src).toContain('/api/sound/1')
  })

  it('renews the URL before it expires, as the same listen', async () => {
    const { server } = await open(RENEW_BEFORE_MS / 1000)
    await waitFor(() => expect(server.sentTo(callRoutes.recordingLink).length).toBeGreaterThan(1))
    expect(server.sentTo(callRoutes.recordingLink)[1]?.body).toEqual({ renews: '/api/sound/1' })
  })

  it('seeks ten seconds forward and back, five by the arrow keys, and not before the start', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Forward 10 seconds' }))
    expect(atOf()).toBe('0:10')
    fireEvent.keyDown(screen.getByRole('slider'), { key: 'ArrowRight' })
    expect(atOf()).toBe('0:15')
    await user.click(screen.getByRole('button', { name: 'Back 10 seconds' }))
    await user.click(screen.getByRole('button', { name: 'Back 10 seconds' }))
    expect(atOf()).toBe('0:00')
  })

  it('plays and pauses by Space, except while typing or with a button focused', async () => {
    await open()
    expect(screen.getByRole('button', { name: 'Pause' })).toBeDefined()
    fireEvent.keyDown(document.body, { code: 'Space' })
    expect(await screen.findByRole('button', { name: 'Play' })).toBeDefined()
    fireEvent.keyDown(screen.getByRole('button', { name: 'Play' }), { code: 'Space' })
    expect(screen.getByRole('button', { name: 'Play' })).toBeDefined()
  })

  it('mutes one channel', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Mute: Calling side' }))
    expect(screen.getByRole('button', { name: 'Unmute: Calling side' }).getAttribute('aria-pressed')).toBe('true')
    expect(screen.getByRole('button', { name: 'Mute: נועם פרידמן' })).toBeDefined()
  })

  it('reports failure when playback breaks twice', async () => {
    await open()
    fireEvent(played[0] as HTMLMediaElement, new Event('error'))
    await waitFor(() => expect(played).toHaveLength(2))
    fireEvent(played[1] as HTMLMediaElement, new Event('error'))
    expect(await screen.findByText('The recording could not be played')).toBeDefined()
  })

  it('disappears when closed', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Close the player' }))
    await act(async () => setPlaying(true))
    expect(screen.queryByRole('region', { name: 'Recording' })).toBeNull()
  })
})
