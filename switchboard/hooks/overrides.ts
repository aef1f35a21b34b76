const RETRIES_MAX = 5
const CONNECT_MS = 5_000
const CONNECT_MS_MAX = 10_000
const READ_MS = 15_000

/** Why an attempt failed: no connection (`ct`), a read timeout (`rt`), or the status of the reply. */
export type Failure = { kind: 'ct' } | { kind: 'rt' } | { kind: 'status'; status: number }

export type Overrides = { retries: number; policy: Set<string>; connectMs: number; readMs: number; totalMs: number }

/**
 * The vendor's connection overrides, appended to a webhook's URL after `#`: `rc` is the number of retries, `rp` the
 * failures to retry (ct, rt, 4xx, 5xx, all); `ct`, `rt` and `tt` are timeouts in ms. They are neither sent nor signed.
 * Without overrides, an attempt whose connection failed is repeated once.
 */
export function splitOverrides(address: string): { url: string; overrides: Overrides } {
  const [url = '', fragment = ''] = address.split('#', 2)
  const given = new URLSearchParams(fragment)
  const number = (name: string, standard: number, max: number) => {
    const value = Number(given.get(name) ?? '')
    return given.get(name) && Number.isInteger(value) && value >= 0 ? Math.min(value, max) : standard
  }
  return {
    url,
    overrides: {
      retries: number('rc', 1, RETRIES_MAX),
      policy: new Set((given.get('rp') ?? 'ct').split(',').map((part) => part.trim())),
      connectMs: number('ct', CONNECT_MS, CONNECT_MS_MAX),
      readMs: number('rt', READ_MS, READ_MS),
      totalMs: number('tt', READ_MS, READ_MS),
    },
  }
}

export function mayRetry({ policy }: Overrides, failure: Failure): boolean {
  if (policy.has('all')) return true
  if (failure.kind !== 'status') return policy.has(failure.kind)
  return policy.has(`${Math.floor(failure.status / 100)}xx`)
}
