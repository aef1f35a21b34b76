import { Anchor, Button, Stack } from '@mantine/core'
import {
  IconCircleCheck,
  IconClockOff,
  IconLinkOff,
  IconMailOff,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenedInvitation as Opened } from '#contract/team/invitations.ts'
import { formatPhone } from '#contract/values/phones.ts'
import { ApiError } from '../../lib/http/call.ts'
import { formatDate } from '../../lib/i18n/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMaybeSession } from '../../lib/session/session.ts'
import { InterpolatedText } from '../../ui/display/interpolated-text.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { InvitationIntro } from './invitation-intro.tsx'
import { type InvitationLink, openedQuery, useAccept, useAskAgain } from './invitations.api.ts'
import classes from './opened-invitation.module.css'

type Props = {
  link: InvitationLink
  /** Signs out and returns to this page. */
  onSwitch: () => void
}

/** An invitation, shown to anyone with its link. Opening it changes nothing. */
export function OpenedInvitation({ link, onSwitch }: Props) {
  const { t } = useTranslation('invitation')
  const { data, error, refetch } = useQuery(openedQuery(link))
  const isDead = error instanceof ApiError && (error.status === 404 || error.status === 422)
  if (isDead)
    return <EmptyState asPage icon={<IconLinkOff />} title={t('dead.title')} text={t('dead.text')} action={<Away />} />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={4} columns={1} />
  if (data.state !== 'Pending') return <Over link={link} invitation={data} />
  return (
    <Stack gap="xl">
      <InvitationIntro {...data} asPage />
      <Ways link={link} invitation={data} onSwitch={onSwitch} />
    </Stack>
  )
}

/** A link home, or to the sign-in page. */
function Away() {
  const { t } = useTranslation('invitation')
  const isSignedIn = useMaybeSession() !== undefined
  return (
    <Button component={Link} to={isSignedIn ? paths.home : paths.login} variant="default">
      {t(isSignedIn ? 'toApp' : 'signIn')}
    </Button>
  )
}

/** Used, expired or revoked: each has its own text. */
function Over({
  link,
  invitation: { state, business, inviter, isAsked },
}: {
  link: InvitationLink
  invitation: Opened
}) {
  const { t } = useTranslation('invitation')
  const ask = useAskAgain(link)
  const names = { business: business.name, inviter }
  const session = useMaybeSession()
  const isMember = session?.businesses.some(({ businessId }) => businessId === business._id)
  if (state === 'Accepted')
    return (
      <EmptyState
        asPage
        icon={<IconCircleCheck />}
        title={t('used.title')}
        text={t('used.text', names)}
        action={isMember ? <ToBusiness businessId={business._id} name={business.name} /> : <Away />}
      />
    )
  if (state === 'Revoked')
    return (
      <EmptyState
        asPage
        icon={<IconMailOff />}
        title={t('revoked.title')}
        text={t('revoked.text', names)}
        action={<Away />}
      />
    )
  return (
    <EmptyState
      asPage
      icon={<IconClockOff />}
      title={t('expired.title')}
      text={t(isAsked ? 'expired.asked' : 'expired.text', names)}
      action={
        isAsked ? (
          <Away />
        ) : (
          <Button loading={ask.isPending} onClick={() => ask.mutate()}>
            {t('expired.ask')}
          </Button>
        )
      }
    />
  )
}

function ToBusiness({ businessId, name }: { businessId: string; name: string }) {
  const { t } = useTranslation('invitation')
  return (
    <Button component={Link} to={paths.leads(businessId)}>
      {t('toBusiness', { business: name })}
    </Button>
  )
}

type WaysProps = Props & { invitation: Opened }

/** The next step: join, register, sign in, or switch accounts. */
function Ways({ link, invitation, onSwitch }: WaysProps) {
  const session = useMaybeSession()
  const { email, phone, business } = invitation
  if (!session) return <SignInWays link={link} invitation={invitation} />
  if (session.businesses.some(({ businessId }) => businessId === business._id)) return <Member business={business} />
  const isForMe = email === null ? phone === session.user.phone : email === session.user.email
  if (!isForMe) return <WrongPerson invitation={invitation} signedIn={session.user} onSwitch={onSwitch} />
  if (session.user.status === 'Pending') return <ConfirmFirst link={link} />
  return <Join link={link} invitation={invitation} onSwitch={onSwitch} />
}

const pathOf = ({ id, token }: InvitationLink) => paths.invitation(id, token)
/** Passes the invited address on, so that it need not be typed. */
function toPage(page: string, link: InvitationLink, { email, phone }: Pick<Opened, 'email' | 'phone'>) {
  const search = new URLSearchParams({ next: pathOf(link), ...(email && { email }), ...(phone && { phone }) })
  return `${page}?${search}`
}

/** Replaces this history entry, so that Back after joining does not return to a used invitation. */
function SignInWays({ link, invitation }: Omit<WaysProps, 'onSwitch'>) {
  const { t } = useTranslation('invitation')
  return (
    <Stack gap="md">
      <Button component={Link} to={toPage(paths.register, link, invitation)} replace size="lg" fullWidth>
        {t('register')}
      </Button>
      <Button component={Link} to={toPage(paths.login, link, invitation)} replace size="lg" fullWidth variant="default">
        {t('haveAccount')}
      </Button>
      <p className={classes.small}>
        <For invitation={invitation} /> {t('validUntil', { date: formatDate(invitation.expiresAt) })}
      </p>
    </Stack>
  )
}

/** The invited e-mail or phone. */
function For({ invitation: { email, phone } }: { invitation: Opened }) {
  const { t } = useTranslation('invitation')
  const address = email ?? formatPhone(phone ?? '')
  return <InterpolatedText text={(marks) => t('for', marks)} parts={{ address: <bdi dir="ltr">{address}</bdi> }} />
}

function Member({ business }: Pick<Opened, 'business'>) {
  const { t } = useTranslation('invitation')
  return (
    <Stack gap="sm">
      <p className={classes.note}>
        <IconUserCheck size={20} stroke={1.75} aria-hidden />
        {t('member')}
      </p>
      <ToBusiness businessId={business._id} name={business.name} />
    </Stack>
  )
}

type WrongProps = { invitation: Opened; signedIn: { name: string; email: string }; onSwitch: () => void }

function WrongPerson({ invitation, signedIn, onSwitch }: WrongProps) {
  const { t } = useTranslation('invitation')
  return (
    <Stack gap="sm">
      <p className={classes.note}>
        <IconUserOff size={20} stroke={1.75} aria-hidden />
        <span>
          <InterpolatedText
            text={(marks) => t('wrongPerson', marks)}
            parts={{ email: <bdi dir="ltr">{signedIn.email}</bdi> }}
          />{' '}
          <For invitation={invitation} />
        </span>
      </p>
      <Button size="lg" fullWidth onClick={onSwitch}>
        {t('switch')}
      </Button>
      <p className={classes.small}>{t('wrongHelp', { inviter: invitation.inviter })}</p>
    </Stack>
  )
}

function ConfirmFirst({ link }: { link: InvitationLink }) {
  const { t } = useTranslation('invitation')
  const search = new URLSearchParams({ next: pathOf(link) })
  return (
    <Stack gap="sm">
      <p className={classes.text}>{t('confirmText')}</p>
      <Button component={Link} to={`${paths.verifyPhone}?${search}`} replace size="lg" fullWidth>
        {t('confirm')}
      </Button>
    </Stack>
  )
}

function Join({ link, invitation: { business }, onSwitch }: WaysProps) {
  const { t } = useTranslation('invitation')
  const router = useRouter()
  const session = useMaybeSession()
  const accept = useAccept(link)
  const join = () =>
    accept.mutate(undefined, {
      onSuccess: (businessId) => {
        toast.success(t('joined', { business: business.name }))
        router.history.replace(paths.leads(businessId))
      },
      onError: (error) => toast.error(error.message),
    })
  let refusal: ReactNode
  if (accept.error instanceof ApiError) refusal = <p className={classes.refusal}>{accept.error.message}</p>
  return (
    <Stack gap="md">
      <Button size="lg" fullWidth loading={accept.isPending} onClick={join}>
        {t('join', { business: business.name })}
      </Button>
      {refusal}
      <p className={classes.small}>
        <InterpolatedText
          text={(marks) => t('as', marks)}
          parts={{
            name: <bdi>{session?.user.name ?? ''}</bdi>,
            email: <bdi dir="ltr">{session?.user.email ?? ''}</bdi>,
          }}
        />{' '}
        <Anchor component="button" type="button" inherit onClick={onSwitch}>
          {t('switch')}
        </Anchor>
      </p>
    </Stack>
  )
}
