import { expect, test } from 'vitest'
import type { Role } from '#contract/roles.ts'
import { canChangeMember } from './team.rules.ts'

test.each<[giver: Role, member: Role, wanted: Role | undefined, can: boolean]>([
  ['Owner', 'Owner', 'Reader', true],
  ['Admin', 'Reader', 'Admin', true],
  ['Admin', 'Reader', 'Owner', false],
  ['Admin', 'Owner', 'Reader', false],
  ['Admin', 'Owner', undefined, false],
  ['Lead', 'Affiliate', undefined, false],
  ['Lead', 'Writer', 'Affiliate', false],
  ['Lead', 'Writer', 'Lead', true],
])('whether %s may change %s to %s', (giver, member, wanted, can) => {
  expect(canChangeMember(giver, { role: member }, wanted)).toBe(can)
})
