import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { warnOfProxies } from './proxies.ts'

test.each(['x-forwarded-for', 'forwarded', 'x-real-ip'])(
  '%s without TRUST_PROXY is said once, with the setting',
  async (name) => {
    const logged: string[] = []
    const app = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => void logged.push(line) } } })
    warnOfProxies(app)
    app.get('/', async () => '')
    const ask = (headers: Record<string, string>) => app.inject({ url: '/', remoteAddress: '10.0.0.5', headers })
    await ask({ host: 'leads.example.com' })
    expect(logged).toEqual([])
    for (let i = 0; i < 3; i++) await ask({ host: 'leads.example.com', [name]: 'for=198.51.100.1' })
    expect(logged).toHaveLength(1)
    expect(JSON.parse(logged[0] ?? '').msg).toMatch(new RegExp(`10\\.0\\.0\\.5 .*${name}.*TRUST_PROXY`))
  },
)
