import { useRouter } from '@tanstack/react-router'
import type { CurrentUser } from '#contract/team/users.ts'
import { isOwnPath, paths } from '../../lib/paths.ts'
import { useSearchText } from '../../lib/search.ts'

const INVITATION = /^\/invitation\/([\w-]+)\/([\w-]+)$/

/** The page requested before sign-in; only paths of this site are accepted. */
export function useNext() {
  const router = useRouter()
  const { next, email, phone } = useSearchText()
  const path = next && isOwnPath(next) ? next : undefined
  const invited = { ...(email && { email }), ...(phone && { phone }) }
  const [, id, token] = INVITATION.exec(path ?? '') ?? []
  const kept = new URLSearchParams({ ...(path && { next: path }), ...invited }).toString()
  const search = kept && `?${kept}`
  return {
    /** The address or phone that the invitation was sent to. */
    invited,
    /** The link of an invitation to an address; it may prove that address. */
    invitation: email && id && token ? { id, token } : undefined,
    path,
    /** A sign-in page that keeps the requested page. */
    keeping: (page: string) => page + search,
    /** Goes to the requested page, else to `start`; an unverified phone comes first. */
    go: ({ status }: Pick<CurrentUser, 'status'>, start: string = paths.home) =>
      router.history.replace(status === 'Pending' ? paths.verifyPhone + search : (path ?? start)),
  }
}
