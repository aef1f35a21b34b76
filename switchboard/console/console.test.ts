import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { openTestExchange } from '../testing/test-exchange.ts'

const board = openTestExchange()

/** Sends a request with headers that fetch forbids. */
const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
  new Promise<number>((done, failed) => {
    request(`${board.exchange.consoleUrl}${path}`, { method, headers }, (response) => {
      response.resume()
      done(response.statusCode ?? 0)
    })
      .on('error', failed)
      .end()
  })

describe('the console', () => {
  test('is a page that needs nothing from elsewhere', async () => {
    const reply = await fetch(board.exchange.consoleUrl)
    const page = await reply.text()
    expect(reply.headers.get('content-type')).toContain('text/html')
    expect(page).not.toMatch(/(src|href)="https?:/)
  })

  test('is closed to names of other machines, to pages of other sites and to their forms', async () => {
    expect(await ask('/state', { host: 'exchange.example.com' })).toBe(403)
    expect(await ask('/state', { origin: 'http://evil.example.com' })).toBe(403)
    expect(await ask('/violations', { 'content-type': 'text/plain' }, 'DELETE')).toBe(415)
    expect(await ask('/state', {})).toBe(200)
  })

  test('is closed without its secret, which is part of its address', async () => {
    const { origin, pathname } = new URL(board.exchange.consoleUrl)
    expect(pathname).toMatch(/^\/[0-9a-f]{32}$/)
    for (const path of [
      '',
      '/',
      '/state',
      '/log',
      `${pathname.slice(0, -1)}/state`,
      `${pathname.toUpperCase()}x/state`,
    ])
      expect([path, (await fetch(`${origin}${path}`)).status]).toEqual([path, 404])
    expect(
      (await fetch(`${origin}/robots`, { method: 'PUT', body: '{}', headers: { 'content-type': 'application/json' } }))
        .status,
    ).toBe(404)
    expect((await fetch(`${origin}${pathname}/state`)).status).toBe(200)
  })

  test('never shows a token', async () => {
    for (const path of ['/state', '/log', '/webhooks', '/calls', '/numbers', '/phones'])
      expect(JSON.stringify(await board.ask('GET', path))).not.toContain(board.authToken)
  })

  test.each([
    { name: 'an unknown word', body: { address: '+972501111111', colour: 'red' }, problem: 'colour is not known' },
    { name: 'an unknown outcome', body: { address: '+972501111111', outcome: 'sing' }, problem: /^outcome is/ },
    { name: 'a time that is none', body: { address: '+972501111111', answerAfterMs: -1 }, problem: /^answerAfterMs/ },
    { name: 'keys that no phone has', body: { address: '+972501111111', digits: '1x' }, problem: /^digits/ },
    { name: 'a file that is no sound', body: { address: '+972501111111', wav: 'AAAA' }, problem: /^wav/ },
    { name: 'nowhere', body: {}, problem: 'address is missing' },
  ])('refuses a robot with $name', async ({ body, problem }) => {
    const reply = await board.ask<{ problem: string }>('PUT', '/robots', body)
    expect(reply.problem).toMatch(problem)
  })

  test('refuses faults that make no sense', async () => {
    for (const chaos of [{ drop: 2 }, { drop: 'all' }, { rain: 1 }])
      expect(await board.ask('PUT', '/chaos', chaos)).toEqual({ problem: expect.stringMatching(/^numbers/) })
    expect(await board.ask('PUT', '/hang-up-report', { report: 'maybe' })).toEqual({
      problem: expect.stringMatching(/^report is/),
    })
  })
})
