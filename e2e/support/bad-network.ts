import type { Page } from '@playwright/test'

/** A small generator of numbers in [0, 1), the same for each seed (mulberry32). */
export function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const MOBILE = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 }
/** Of the requests that change something: lost on the way there, and done, with a lost reply. */
const [LOST, UNANSWERED] = [0.15, 0.35]
const [UP_MS, DOWN_MS] = [1_500, 2_500]

/**
 * A phone's network until it is ended: 1.6 Mbit/s with 150 ms, no network at random moments, and single requests or
 * their replies lost.
 */
export async function spoilNetwork(page: Page, seed: number) {
  const random = randomOf(seed)
  const chrome = await page.context().newCDPSession(page)
  await chrome.send('Network.enable')
  const set = (offline: boolean) => chrome.send('Network.emulateNetworkConditions', { offline, ...MOBILE })
  // Not `page.route`, which turns the browser's cache off: a phone keeps the files that have arrived.
  chrome.on('Fetch.requestPaused', ({ requestId, request, responseStatusCode, responseErrorReason }) => {
    const isAnswered = responseStatusCode !== undefined || responseErrorReason !== undefined
    const luck = isAnswered ? 0 : request.method === 'GET' ? 1 : random()
    // As the server sees it, the request either never came or was answered.
    const act =
      luck < LOST
        ? chrome.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' })
        : chrome.send('Fetch.continueRequest', { requestId, interceptResponse: luck < UNANSWERED })
    act.catch(() => undefined)
  })
  await chrome.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] })
  let isEnded = false
  const pause = (ms: number) => page.waitForTimeout(ms).catch(() => undefined)
  const cutting = (async () => {
    while (!isEnded) {
      await set(false)
      await pause(random() * UP_MS)
      if (isEnded) break
      await set(true)
      await pause(300 + random() * DOWN_MS)
    }
    await set(false)
  })()
  return async () => {
    isEnded = true
    await cutting
    await chrome.send('Fetch.disable')
    await chrome.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
    })
    await chrome.detach()
  }
}
