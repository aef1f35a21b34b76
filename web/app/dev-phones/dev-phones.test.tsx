import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { DevPhonesPage } from './dev-phones-page.tsx'

class Line {
  static open: Line[] = []
  static readonly OPEN = 1
  readonly readyState = 1
  readonly said: Record<string, unknown>[] = []
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  constructor() {
    Line.open.push(this)
    queueMicrotask(() => this.onopen?.())
  }
  send(text: string) {
    this.said.push(JSON.parse(text))
  }
  close() {}
  hear(message: object) {
    act(() => this.onmessage?.({ data: JSON.stringify(message) }))
  }
}
class Connection {
  localDescription = { sdp: 'the offer' }
  addTrack() {}
  createOffer() {}
  setLocalDescription() {}
  getSenders() {
    return []
  }
  close() {}
}
const sound = { getTracks: () => [], getAudioTracks: () => [] }
const numbers = [
  { phone: '+972724440001', label: 'Billboard', campaign: 'Kitchens', business: 'Alon', now: 'open' },
  { phone: '+972724440002', label: 'Night', campaign: 'Baths', business: 'Alon', now: 'closed' },
]

beforeEach(() => {
  Line.open = []
  vi.stubGlobal('WebSocket', Line)
  vi.stubGlobal('RTCPeerConnection', Connection)
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia: async () => sound },
  })
})

/** Opens the page with stubbed replies by path. */
async function open(answers: Record<string, unknown>) {
  const page = await renderPage(<DevPhonesPage />, { path: '/dev/phones', session: null })
  vi.stubGlobal('fetch', async (path: string) => {
    const answer = answers[path.replace('/dev/phones', '')]
    return new Response(JSON.stringify(answer ?? {}), { status: answer ? 200 : 404 })
  })
  await page.queryClient.resetQueries()
  return page
}

test('an outside phone dials a number of the list, and what hangs up does not dial again', async () => {
  const page = await open({ '/numbers': { numbers, hasMessages: false }, '/token': { token: 'signed' } })
  await page.user.click(await screen.findByRole('button', { name: /072-444-0001/ }))
  await waitFor(() => expect(Line.open[0]?.said).toEqual([{ t: 'register', token: 'signed' }]))
  const [line] = Line.open
  line?.hear({ t: 'registered', session: 's1' })
  await page.user.click(await screen.findByRole('button', { name: 'Call' }))
  await waitFor(() => expect(line?.said.at(-1)).toMatchObject({ t: 'call', to: '0724440001', sdp: 'the offer' }))
  line?.hear({ t: 'ringing', call: line.said.at(-1)?.call })
  await screen.findByText('Ringing…')
  await page.user.click(screen.getByRole('button', { name: 'Hang up' }))
  await screen.findByText('The call ended')
  expect(line?.said.map(({ t }) => t)).toEqual(['register', 'call', 'hangup'])
})

test('says which numbers have no phone to ring now', async () => {
  await open({ '/numbers': { numbers, hasMessages: false }, '/token': { token: 'signed' } })
  const row = async (name: RegExp) => (await screen.findByRole('button', { name })).textContent
  expect(await row(/072-444-0002/)).toContain('Closed now')
  expect(await row(/072-444-0001/)).not.toContain('Closed now')
})

test('where there are no such phones there is no such page', async () => {
  await open({})
  await screen.findByText('Sorry, the page you are looking for does not exist')
})
