import { expect, test } from 'vitest'
import { readEnv } from '../env.ts'
import { openAccessWarning } from '../open-access-warning.ts'

const read = (given: NodeJS.ProcessEnv) =>
  openAccessWarning(readEnv({ DATA_DIR: '.data-test', TRUST_PROXY: 'none', ...given }))

test.each([
  ['on this machine alone', {}, /demo people sign in .*DEMO=1, HOST=127\.0\.0\.1, PUBLIC_URL=http:\/\/localhost:3000/],
  ['without the demo', { DEMO: '0' }, /^Warning: the pages below \/dev show all mail and SMS.*DEMO=0, HOST=/],
  ['on a network', { HOST: '0.0.0.0', DEMO: '1' }, /demo people sign in .* HOST=0\.0\.0\.0/],
  [
    'published with DEMO=1',
    { PUBLIC_URL: 'https://leads.example.com', DEMO: '1' },
    /DEMO=1 opens neither .* PUBLIC_URL=https:\/\/leads\.example\.com is not this machine/,
  ],
])('the start warns in one line of open access %s, with the settings that cause it', (_, given, expected) => {
  expect(read(given)).toMatch(expected)
  expect(read(given)).not.toContain('\n')
})

test.each([[{ PUBLIC_URL: 'https://leads.example.com' }], [{ HOST: '0.0.0.0' }]])(
  'and does not warn without open access: %o',
  (given) => {
    expect(read(given)).toBeUndefined()
  },
)
