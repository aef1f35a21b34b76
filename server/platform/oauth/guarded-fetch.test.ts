import { expect, test } from 'vitest'
import { guardedFetch } from './guarded-fetch.ts'

const options = { body: undefined, headers: {}, method: 'GET', redirect: 'manual' } as const
const from = (issuer: string, address: string) => guardedFetch(new URL(issuer))(address, options as never)

test.each([
  'http://accounts.example.com/token',
  'https://127.0.0.1/token',
  'https://localhost/token',
  'https://10.1.2.3/token',
  'https://172.31.0.1/token',
  'https://192.168.1.1/token',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/token',
  'https://0.0.0.0/token',
  'https://[::1]/token',
  'https://[fd00::1]/token',
  'https://[fe80::1]/token',
  'https://[::ffff:10.1.2.3]/token',
])('an issuer of the internet that names %s is not followed', async (address) => {
  await expect(from('https://accounts.example.com', address)).rejects.toThrow('which is not on the internet')
})

test('one on this machine may name this machine alone', async () => {
  for (const address of ['https://example.com/', 'https://127.evil.example/'])
    await expect(from('http://localhost:4000', address), address).rejects.toThrow('which is not on the internet')
})
