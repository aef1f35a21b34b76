import autocannon from 'autocannon'
import { BASE } from './world.ts'

/**
 * Spam bots in a separate process, so that they do not slow the measurement: a thousand posts a second to one form from
 * many addresses, one third each with the honeypot filled, too fast, or from a site that is not allowed. Prints the
 * number of replies by kind.
 */
const [key, seconds] = process.argv.slice(2) as [string, string]
const url = `${BASE}/f/${key}?lang=en`
let token = ''
const renew = async () => {
  const text = await (await fetch(url, { headers: { 'x-forwarded-for': address() } })).text()
  token = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? token
}
const address = () => `10.${byte()}.${byte()}.${byte()}`
const byte = () => Math.floor(Math.random() * 256)

const robot = (values: () => Record<string, string>, headers: Record<string, string> = {}): autocannon.Request => ({
  method: 'POST',
  path: `/f/${key}?lang=en`,
  setupRequest: (request) => ({
    ...request,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address(), ...headers },
    body: new URLSearchParams({ name: 'Robot', phone: '+972724440000', ...values() }).toString(),
  }),
})

await renew()
// Tokens stay younger than the minimum age.
const renewing = setInterval(() => void renew().catch(() => undefined), 500)
const result = await autocannon({
  url,
  connections: 20,
  overallRate: 1_000,
  duration: Number(seconds),
  requests: [
    robot(() => ({ homepage: 'https://spam.example' })),
    robot(() => ({ token })),
    robot(() => ({}), { origin: 'https://elsewhere.example' }),
  ],
})
clearInterval(renewing)
const counts = Object.entries(result.statusCodeStats ?? {}).map(([status, { count = 0 }]) => [status, count])
console.log(
  JSON.stringify({ ...Object.fromEntries(counts), errors: result.errors, perSecond: result.requests.average }),
)
