import type { BrowserContext, Page } from '@playwright/test'

type Played = { played?: Set<HTMLMediaElement> }
/** Records the media that the browser's pages play. */
export const keepPlayed = (context: BrowserContext) =>
  context.addInitScript(() => {
    const played = new Set<HTMLMediaElement>()
    ;(window as Played).played = played
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      played.add(this)
      return play.call(this)
    }
  })
/** Whether a page plays more than silence from the other side: fake microphones beep every second. */
export const hears = (page: Page) =>
  page.evaluate(async () => {
    const streams = [...((window as Played).played ?? [])].flatMap(({ srcObject, paused, muted }) =>
      srcObject instanceof MediaStream && !paused && !muted ? [srcObject] : [],
    )
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    for (const stream of streams) context.createMediaStreamSource(stream).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    let loudest = 0
    for (const until = Date.now() + 2_000; Date.now() < until; ) {
      await new Promise((done) => setTimeout(done, 20))
      analyser.getFloatTimeDomainData(samples)
      loudest = Math.max(loudest, ...samples.map(Math.abs))
    }
    await context.close()
    return loudest > 0.01
  })
