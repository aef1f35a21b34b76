import { describe, expect, it } from 'vitest'
import { sendOnce } from './idempotency-key.ts'

describe('sendOnce', () => {
  const body = { name: 'Autumn' }
  const keys: string[] = []
  const send = (isLost: boolean) =>
    sendOnce('campaign', body, ({ idempotencyKey }) => {
      keys.push(idempotencyKey)
      return isLost ? Promise.reject(new Error('lost')) : Promise.resolve('made')
    })

  it('keeps the key until a reply arrives; the same body is then a new request', async () => {
    await expect(send(true)).rejects.toThrow('lost')
    expect(await send(false)).toBe('made')
    expect(await send(false)).toBe('made')
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  it('gives another body another key', async () => {
    const key = () =>
      sendOnce('campaign', { name: String(keys.push('')) }, ({ idempotencyKey }) => Promise.resolve(idempotencyKey))
    expect(await key()).not.toBe(await key())
  })
})
