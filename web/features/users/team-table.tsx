import { Box } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ListedUser } from '#contract/team/team.ts'
import { formatDate } from '../../lib/i18n/format.ts'
import { useSession } from '../../lib/session/session.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import { PersonAvatar } from '../../ui/display/person-avatar.tsx'
import { Phone } from '../../ui/display/phone.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { type MemberAct, MemberMenu } from './member-menu.tsx'
import { MemberCampaigns, MemberStatus, Yourself } from './member-parts.tsx'
import classes from './team-section.module.css'

type Props = {
  users: readonly ListedUser[]
  isStale: boolean
  onAct: (act: MemberAct, user: ListedUser) => void
}
const columns = ['name', 'status', 'phone', 'email', 'role', 'campaigns', 'joinedAt', 'lastSeen'] as const

/** One row a member; on narrow screens one card. */
export function TeamTable(props: Props) {
  const isNarrow = useNarrow()
  return isNarrow ? <Cards {...props} /> : <Table {...props} />
}

function Table({ users, isStale, onAct }: Props) {
  const { t } = useTranslation('users')
  return (
    <PlainTable
      label={t('table')}
      columns={columns}
      headOf={(column) => t(`columns.${column}`)}
      isStale={isStale}
      className={classes.table}
    >
      {users.map((user) => (
        <Row key={user._id} user={user} onAct={(act) => onAct(act, user)} />
      ))}
    </PlainTable>
  )
}

type OneProps = { user: ListedUser; onAct: (act: MemberAct) => void }

function Row({ user, onAct }: OneProps) {
  const { t: common } = useTranslation()
  return (
    <tr>
      <th scope="row">
        <Who user={user} />
      </th>
      <td>
        <MemberStatus user={user} />
      </td>
      <td>
        <PhoneOf user={user} />
      </td>
      <td>
        <UserText cut direction="ltr">
          {user.email}
        </UserText>
      </td>
      <td>{common(`roles.${user.role}`)}</td>
      <td>
        <MemberCampaigns user={user} />
      </td>
      <td className={classes.second}>{formatDate(user.joinedAt)}</td>
      <td className={classes.second}>
        <LastSeen user={user} />
      </td>
      <td>
        <MemberMenu user={user} onAct={onAct} />
      </td>
    </tr>
  )
}

function Cards({ users, isStale, onAct }: Props) {
  const { t } = useTranslation('users')
  return (
    <Box component="ul" className={classes.cards} mod={{ stale: isStale }} aria-label={t('title')}>
      {users.map((user) => (
        <Card key={user._id} user={user} onAct={(act) => onAct(act, user)} />
      ))}
    </Box>
  )
}

function Card({ user, onAct }: OneProps) {
  const { t } = useTranslation('users')
  const { t: common } = useTranslation()
  return (
    <li className={classes.card}>
      <div className={classes.line}>
        <Who user={user} />
        <MemberMenu user={user} onAct={onAct} />
      </div>
      <div className={classes.line}>
        <MemberStatus user={user} />
        <span>{common(`roles.${user.role}`)}</span>
      </div>
      <div className={classes.line}>
        <MemberCampaigns user={user} />
      </div>
      <dl className={classes.facts}>
        <dt>{t('columns.email')}</dt>
        <dd>
          <a href={`mailto:${user.email}`}>
            <UserText cut direction="ltr">
              {user.email}
            </UserText>
          </a>
        </dd>
        <dt>{t('columns.phone')}</dt>
        <dd>
          <PhoneOf user={user} link />
        </dd>
        <dt>{t('columns.joinedAt')}</dt>
        <dd>{formatDate(user.joinedAt)}</dd>
        <dt>{t('columns.lastSeen')}</dt>
        <dd>
          <LastSeen user={user} />
        </dd>
      </dl>
    </li>
  )
}

function Who({ user }: { user: ListedUser }) {
  const { user: own } = useSession()
  return (
    <span className={classes.who}>
      <PersonAvatar name={user.name} id={user._id} image={user.image} size="md" />
      <span className={classes.name}>
        <UserText cut>{user.name}</UserText>
      </span>
      {user._id === own._id && <Yourself />}
    </span>
  )
}

const PhoneOf = ({ user: { phone }, link = false }: { user: ListedUser; link?: boolean }) =>
  phone ? <Phone number={phone} link={link} /> : '–'

function LastSeen({ user: { lastSeenAt } }: { user: ListedUser }) {
  const { t } = useTranslation('users')
  return lastSeenAt ? <RelativeTime ago at={lastSeenAt} /> : t('neverSeen')
}
