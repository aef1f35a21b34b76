import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import forge from 'node-forge'
import { expect, test } from 'vitest'
import { atFileEnd } from '../../testing/at-file-end.ts'
import { postOutbound } from './outbound-post.ts'
import { NotPublic } from './public-addresses.ts'

const rules = { allowed: ['localhost'], ports: [443] }
const sent = { headers: {}, body: '{}', timeoutMs: 5_000, answerMax: 100 }

/** A certificate for localhost that it signed itself. */
function ownCertificate() {
  const { privateKey, publicKey } = forge.pki.rsa.generateKeyPair(2048)
  const cert = forge.pki.createCertificate()
  const name = [{ name: 'commonName', value: 'localhost' }]
  Object.assign(cert, { publicKey, serialNumber: '01' })
  cert.validity.notBefore = new Date(Date.now() - 86_400_000)
  cert.validity.notAfter = new Date(Date.now() + 86_400_000)
  cert.setSubject(name)
  cert.setIssuer(name)
  cert.setExtensions([{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }])
  cert.sign(privateKey, forge.md.sha256.create())
  return { key: forge.pki.privateKeyToPem(privateKey), cert: forge.pki.certificateToPem(cert) }
}

async function listening(listener: RequestListener, isSecure = false) {
  const server = isSecure ? createSecureServer(ownCertificate(), listener) : createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atFileEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return new URL(`${isSecure ? 'https' : 'http'}://localhost:${(server.address() as AddressInfo).port}/`)
}

test('a certificate that no authority signed is refused, also of a listed host', async () => {
  let requests = 0
  const url = await listening((_, response) => {
    requests += 1
    response.end()
  }, true)
  await expect(postOutbound({ ...sent, url }, rules)).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  expect(requests).toBe(0)
})

test('a request has its time, and can be ended', async () => {
  const url = await listening(() => undefined)
  await expect(postOutbound({ ...sent, url, timeoutMs: 100 }, rules)).rejects.toMatchObject({
    ...{ name: 'AbortError', cause: { name: 'TimeoutError' } },
  })
  const stop = new AbortController()
  const asked = postOutbound({ ...sent, url, signal: stop.signal }, rules)
  stop.abort()
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
})

test('an answer that breaks off or never ends counts with its status and what came of it', async () => {
  const broken = await listening((_, response) => {
    response.writeHead(202)
    response.write('part')
    setTimeout(() => response.destroy(), 50)
  })
  expect(await postOutbound({ ...sent, url: broken }, rules)).toMatchObject({ status: 202, answer: 'part' })
  const endless = await listening((_, response) => {
    response.writeHead(200)
    response.write('x'.repeat(1_000_000))
  })
  expect((await postOutbound({ ...sent, url: endless }, rules)).answer).toBe('x'.repeat(100))
  const trickling = await listening((_, response) => {
    response.writeHead(200)
    response.write('slow')
  })
  const answer = await postOutbound({ ...sent, url: trickling, timeoutMs: 300 }, rules)
  expect(answer).toMatchObject({ status: 200, answer: 'slow' })
})

test('no connection is made to a private address, or without https to a host that is not listed', async () => {
  let requests = 0
  const { port } = await listening((_, response) => {
    requests += 1
    response.end()
  })
  const strict = { allowed: [], ports: [443, Number(port)] }
  for (const host of ['https://localhost', 'https://127.0.0.1', 'http://localhost', 'https://[::1]', 'https://0x7f.1'])
    await expect(postOutbound({ ...sent, url: new URL(`${host}:${port}/`) }, strict)).rejects.toThrow(NotPublic)
  expect(requests).toBe(0)
})
