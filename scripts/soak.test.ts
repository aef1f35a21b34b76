import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const soak = (...args: string[]) =>
  spawnSync(process.execPath, [fileURLToPath(new URL('soak.mjs', import.meta.url)), ...args], { encoding: 'utf8' })

test('the soaks are listed without a name', () => {
  const { status, stdout } = soak()
  expect(status).toBe(0)
  expect(stdout).toContain('npm run soak -- <name>')
})

test('an unknown soak is refused with the list of those that exist, also one that points outside the folder', () => {
  for (const name of ['nothing', '../admin', 'soak/../../admin', '']) {
    const { status, stderr } = soak(name)
    expect(status, name).toBe(1)
    expect(stderr, name).toContain(`There is no soak named "${name}"`)
  }
})
