import { Button } from '@mantine/core'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { teamRoutes } from '#contract/team/team.ts'
import { call } from '../../lib/http/call.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { paths } from '../../lib/paths.ts'
import { setCurrentBusinessId, setCurrentCampaignId } from '../../lib/session/current-business.ts'
import { confirmed } from '../../lib/session/identity.ts'
import { leavingQuery } from '../../lib/session/leaving.ts'
import { sessionQuery, useSession } from '../../lib/session/session.ts'
import { SilencedNumbers } from '../../shared/numbers/silenced-numbers.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { TypedConfirm } from '../../ui/forms/typed-confirm.tsx'
import classes from './profile.module.css'
import { ProfileSection } from './profile-section.tsx'

/** Leaves the current business; the last Owner has to appoint another one first. */
export function LeaveBusiness() {
  const { business, role, user } = useSession()
  const isOwner = role === 'Owner'
  const { data, isLoading } = useQuery({ ...ownersQuery(business?._id ?? ''), enabled: isOwner && !!business })
  if (!business || isLoading) return null
  const isLast = isOwner && data?.users.every(({ _id }) => _id === user._id)
  if (isLast) return <Stay businessId={business._id} name={business.name} />
  return <Leave key={business._id} businessId={business._id} name={business.name} />
}

/** The business's other Owners. */
const ownersQuery = (businessId: string) =>
  queryOptions({
    queryKey: ['users', businessId, 'owners'],
    queryFn: () => {
      const filters = JSON.stringify({ role: ['Owner'], status: ['Active'], suspended: false })
      return call(teamRoutes.list, { query: { page: '1', limit: '10', filters } })
    },
    meta: { silent: true },
    retry: false,
  })

function Stay({ businessId, name }: { businessId: string; name: string }) {
  const { t } = useTranslation('profile')
  return (
    <ProfileSection title={t('leave.title', { name })} text={t('leave.last')}>
      <div className={classes.actions}>
        <Button component={Link} to={paths.businessInfo(businessId)} variant="default">
          {t('leave.transfer')}
        </Button>
      </div>
    </ProfileSection>
  )
}

function Leave({ businessId, name }: { businessId: string; name: string }) {
  const { t } = useTranslation('profile')
  const client = useQueryClient()
  const navigate = useNavigate()
  const confirm = useModal('leave-business')
  const { data } = useQuery({ ...leavingQuery, enabled: confirm.opened })
  const numbers = (data?.silencedNumbers ?? [])
    .filter(({ business }) => business._id === businessId)
    .map(({ business: _, ...number }) => number)
  const leave = useMutation({
    mutationFn: () => confirmed((body) => call(teamRoutes.leave, { body })),
    onSuccess: async () => {
      toast.success(t('leave.done', { name }))
      setCurrentCampaignId(null)
      setCurrentBusinessId(null)
      await navigate({ to: paths.dashboard, replace: true })
      client.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(businessId) })
      await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
    },
  })
  return (
    <ProfileSection title={t('leave.title', { name })} text={t('leave.text')}>
      <div className={classes.actions}>
        <Button variant="default" onClick={confirm.open}>
          {t('leave.submit')}
        </Button>
      </div>
      <TypedConfirm
        opened={confirm.opened}
        title={t('leave.title', { name })}
        text={t('leave.warning')}
        word={name}
        action={t('leave.submit')}
        isBusy={leave.isPending}
        onClose={confirm.close}
        onConfirm={() => leave.mutate()}
      >
        <SilencedNumbers numbers={numbers} />
      </TypedConfirm>
    </ProfileSection>
  )
}
