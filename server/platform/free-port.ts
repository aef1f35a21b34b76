import { createServer } from 'node:net'

/** A port that was free just now. */
export const freePort = (): Promise<number> =>
  new Promise((done, failed) => {
    const probe = createServer().on('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
