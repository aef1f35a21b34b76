import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { type PushDevice, pushRoutes as routes } from '#contract/notifications/push.ts'
import { renderPage } from '../../testing/render.tsx'
import { reply } from '../../testing/replies.ts'
import { PushDevices } from './push-devices.tsx'

const own = { _id: '01a21a8e-2f01-7350-a3ee-3b01383d241c', createdAt: '2026-11-20T10:00:00.000Z', isCurrent: true }
const other = { ...own, _id: '01a21a8e-2f01-7350-a3ee-3b01383d241d', isCurrent: false }
const subscription = {
  endpoint: 'https://push.example.com/1',
  keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
}

/** A browser that asks the person, who answers so. */
function browserWith(answer: NotificationPermission) {
  const requestPermission = vi.fn(async () => answer)
  const unsubscribe = vi.fn(async () => true)
  let known: object | null = null
  const subscribe = vi.fn(async () => {
    known = { toJSON: () => subscription, unsubscribe, options: {} }
    return known
  })
  const pushManager = { subscribe, getSubscription: async () => known }
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission: 'default', requestPermission })
  const serviceWorker = { ready: Promise.resolve({ pushManager }), getRegistration: async () => ({ pushManager }) }
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker })
  return { requestPermission, subscribe, unsubscribe }
}
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

/** A server that keeps the devices. */
async function open(...known: PushDevice[]) {
  let devices = known
  return renderPage(<PushDevices />, {
    replies: [
      reply(routes.list, () => ({ success: true, publicKey: 'BKey', devices })),
      reply(routes.add, () => {
        devices = [...devices, { ...own, device: { browser: 'Chrome', system: 'Android' } }]
        return { success: true }
      }),
      reply(routes.remove, ({ params }) => {
        devices = devices.filter(({ _id }) => _id !== params.id)
        return { success: true }
      }),
    ],
  })
}

it('this device is turned on by a press, which asks for the permission, and off again', async () => {
  const browser = browserWith('granted')
  const { user, server } = await open({ ...other, device: { browser: 'Safari', system: 'iPhone' } })
  await screen.findByText('Safari on iPhone')
  expect(browser.requestPermission).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Turn on here' }))
  await screen.findByText('Chrome on Android')
  expect(browser.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BKey' })
  expect(server.sentTo(routes.add).map(({ body }) => body)).toEqual([subscription])
  await user.click(screen.getByRole('button', { name: 'Turn notifications off: Chrome on Android' }))
  await screen.findByRole('button', { name: 'Turn on here' })
  await waitFor(() => expect(browser.unsubscribe).toHaveBeenCalled())
})

it('another device is removed, and this one stays as it is', async () => {
  const browser = browserWith('granted')
  const { user } = await open(
    { ...own, device: { browser: 'Chrome', system: 'Linux' } },
    { ...other, device: { browser: null, system: null } },
  )
  await user.click(await screen.findByRole('button', { name: 'Turn notifications off: Unknown device' }))
  await waitFor(() => expect(screen.queryByText('Unknown device')).toBeNull())
  expect(screen.getByText('Chrome on Linux')).toBeTruthy()
  expect(browser.unsubscribe).not.toHaveBeenCalled()
})

it('a person who does not allow it sees where to change that, and nothing is sent', async () => {
  browserWith('denied')
  const { user, server } = await open()
  await user.click(await screen.findByRole('button', { name: 'Turn on here' }))
  await screen.findByText(/This browser blocks notifications/)
  expect(server.sentTo(routes.add)).toEqual([])
})

it('a browser without push notifications says so', async () => {
  await open()
  await screen.findByText('This browser shows no notifications')
  expect(screen.queryByRole('button')).toBeNull()
})
