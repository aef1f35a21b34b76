import { useRouter, useSearch } from '@tanstack/react-router'
import type { CurrentUser } from '#contract/team/users.ts'
import { isOwnPath, paths } from '../../lib/paths.ts'
import type { SearchText } from '../../lib/search.ts'

const INVITATION = /^\/invitation\/([\w-]+)\/([\w-]+)$/

/** Where one was going when sign-in came between; only a path of this very site counts. */
export function useNext() {
  const router = useRouter()
  const { next, email, phone } = useSearch({ strict: false }) as SearchText
  const path = next && isOwnPath(next) ? next : undefined
  const invited = { ...(email && { email }), ...(phone && { phone }) }
  const [, id, token] = INVITATION.exec(path ?? '') ?? []
  const kept = new URLSearchParams({ ...(path && { next: path }), ...invited }).toString()
  const search = kept && `?${kept}`
  return {
    /** The address or phone that an invitation was sent to. */
    invited,
    /** The link of an invitation to an address, which may prove it. */
    invitation: email && id && token ? { id, token } : undefined,
    path,
    /** A page of sign-in that keeps the way on. */
    keeping: (page: string) => page + search,
    /** On to where one was going; a phone that is not verified yet comes first. */
    go: ({ status }: Pick<CurrentUser, 'status'>) =>
      router.history.replace(status === 'Pending' ? paths.verifyPhone + search : (path ?? paths.home)),
  }
}
