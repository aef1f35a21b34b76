import { expect, test } from 'vitest'
import { isLoopback } from './loopback.ts'

test('loopback is this machine and nothing that looks like it', () => {
  for (const host of ['localhost', '127.0.0.1', '127.8.9.1', '::1', '[::1]', '::ffff:127.0.0.1', 'app.localhost'])
    expect(isLoopback(host), host).toBe(true)
  for (const host of [
    ...['0.0.0.0', '::', '192.168.0.1', '::ffff:192.168.0.1', '10.127.0.1'],
    ...['localhost.example.com', 'notlocalhost', '127.0.0.1.example.com', '127.evil.com', '127.0.0.1.2'],
  ])
    expect(isLoopback(host), host).toBe(false)
})
