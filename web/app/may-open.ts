import { isAtLeast, type Role, ranks } from '#contract/roles.ts'
import type { Access } from '#contract/route.ts'

const isRole = (access: Access): access is Role => access in ranks

/** Whether the role in the business suffices for the page. */
export const mayOpen = (
  { access = 'public', orHearsCalls = false }: { access?: Access; orHearsCalls?: boolean },
  member: { role: Role; hearsCalls?: boolean | undefined } | undefined,
) =>
  !isRole(access) ||
  (member !== undefined && (isAtLeast(member.role, access) || (orHearsCalls && member.hearsCalls === true)))
