import { Button, Modal, Select, Stack, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { actsEverywhere, mayExportLeads, selectableRoles } from '#contract/roles.ts'
import type { ListedUser } from '#contract/team/team.ts'
import { campaignNamesQuery, useBusiness } from '../../lib/session/session.ts'
import { AccessFields, type AccessValues } from '../../shared/access-fields.tsx'
import { SilencedNumbers } from '../../shared/numbers/silenced-numbers.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { DialogFoot } from '../../ui/layout/dialog-foot.tsx'
import { Choices } from '../../ui/list/choices.tsx'
import { Capacity } from './capacity.tsx'
import type { MemberAct } from './member-menu.tsx'
import { newAssigneesQuery, useChangeMember, useRemoveMember, useSuspendMember } from './team.api.ts'

type Props = { act: MemberAct; user: ListedUser; opened: boolean; onClose: () => void }
type OfOne = { user: ListedUser; onClose: () => void }

/** The dialog of one action on one member. */
export function MemberDialog({ act, user, opened, onClose }: Props) {
  const { t } = useTranslation('users')
  const { t: common } = useTranslation()
  const key = `${act} ${user._id}`
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t(`${act}.title`, { name: user.name })}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      {act === 'change' && <Change key={key} user={user} onClose={onClose} />}
      {act === 'capacity' && <Capacity key={key} user={user} onClose={onClose} />}
      {act === 'remove' && <Remove key={key} user={user} onClose={onClose} />}
      {(act === 'suspend' || act === 'resume') && <Suspend key={key} act={act} user={user} onClose={onClose} />}
    </Modal>
  )
}

const accessOf = ({ role, campaigns }: ListedUser): AccessValues | undefined => {
  const known = selectableRoles.find((one) => one === role)
  return known && { role: known, campaigns: campaigns.map((one) => ({ campaignId: one._id, role: one.role })) }
}

function Change({ user, onClose }: OfOne) {
  const { t } = useTranslation('users')
  const { businessId } = useBusiness()
  const change = useChangeMember(businessId, user._id)
  const [access, setAccess] = useState(() => accessOf(user))
  const [heard, setHeard] = useState(() => user.campaigns.filter((one) => one.hearsCalls).map(({ _id }) => _id))
  const [exported, setExported] = useState(() => user.campaigns.filter((one) => one.exportsCalls).map(({ _id }) => _id))
  const [leadsFrom, setLeadsFrom] = useState(() =>
    user.campaigns.filter((one) => one.exportsLeads).map(({ _id }) => _id),
  )
  const [hearsAll, setHearsAll] = useState(user.hearsCalls)
  const body = access
    ? {
        role: access.role,
        campaigns: access.campaigns.map((one) => ({
          ...one,
          hearsCalls: heard.includes(one.campaignId),
          exportsCalls: heard.includes(one.campaignId) && exported.includes(one.campaignId),
          exportsLeads: mayExportLeads(one.role) && leadsFrom.includes(one.campaignId),
        })),
      }
    : { hearsCalls: hearsAll }
  const send = () =>
    change.mutate(body, {
      onSuccess: () => {
        toast.success(t('change.done'))
        onClose()
      },
    })
  return (
    <Ask action={t('change.submit')} isBusy={change.isPending} onConfirm={send} onClose={onClose}>
      {access ? (
        <>
          <AccessFields access={access} onChange={setAccess} />
          <CampaignGrants
            title={t('change.hears')}
            access={access}
            among={access.campaigns.map(({ campaignId }) => campaignId)}
            chosen={heard}
            onChange={setHeard}
          />
          <CampaignGrants
            title={t('change.exports')}
            access={access}
            among={heard}
            chosen={exported}
            onChange={setExported}
          />
          <CampaignGrants
            title={t('change.exportsLeads')}
            access={access}
            among={access.campaigns.filter(({ role }) => mayExportLeads(role)).map(({ campaignId }) => campaignId)}
            chosen={leadsFrom}
            onChange={setLeadsFrom}
          />
        </>
      ) : (
        <Unselectable
          user={user}
          hearsAll={hearsAll}
          onHears={setHearsAll}
          onRole={(role) => setAccess({ role, campaigns: [] })}
        />
      )}
    </Ask>
  )
}

type GrantProps = {
  title: string
  access: AccessValues
  /** Campaigns that can be chosen. */
  among: readonly string[]
  chosen: readonly string[]
  onChange: (campaignIds: string[]) => void
}

/** The member's campaigns to which a grant extends. */
function CampaignGrants({ title, access, among, chosen, onChange }: GrantProps) {
  const { businessId } = useBusiness()
  const { data } = useQuery(campaignNamesQuery(businessId))
  const nameOf = (id: string) => data?.campaigns.find(({ _id }) => _id === id)?.name ?? '…'
  const offered = access.campaigns.map(({ campaignId }) => campaignId).filter((id) => among.includes(id))
  if (actsEverywhere(access.role) || offered.length === 0) return null
  return (
    <div>
      <Text component="p" fw={500} mb="xs">
        {title}
      </Text>
      <Choices
        label={title}
        choices={offered.map((id) => ({ value: id, label: <bdi>{nameOf(id)}</bdi> }))}
        chosen={chosen.filter((id) => offered.includes(id))}
        onChange={onChange}
      />
    </div>
  )
}

type UnselectableProps = {
  user: ListedUser
  hearsAll: boolean
  onHears: (hears: boolean) => void
  onRole: (role: AccessValues['role']) => void
}

/** A role that only the operator can give: it can be kept, or replaced by a selectable one. */
function Unselectable({ user, hearsAll, onHears, onRole }: UnselectableProps) {
  const { t } = useTranslation('users')
  const { t: common } = useTranslation()
  return (
    <>
      <Select
        label={t('columns.role')}
        description={user.role === 'Admin' && t('change.adminText')}
        placeholder={common(`roles.${user.role}`)}
        data={selectableRoles.map((role) => ({ value: role, label: common(`roles.${role}`) }))}
        onChange={(chosen) => {
          const role = selectableRoles.find((one) => one === chosen)
          if (role) onRole(role)
        }}
      />
      {user.role === 'Admin' && (
        <Switch
          label={t('change.hearsAll')}
          checked={hearsAll}
          onChange={({ currentTarget }) => onHears(currentTarget.checked)}
        />
      )}
    </>
  )
}

function Suspend({ act, user, onClose }: OfOne & { act: 'suspend' | 'resume' }) {
  const { t } = useTranslation('users')
  const { businessId } = useBusiness()
  const suspend = useSuspendMember(businessId, user._id)
  const send = () =>
    suspend.mutate(act === 'suspend', {
      onSuccess: () => {
        toast.success(t(`${act}.done`, { name: user.name }))
        onClose()
      },
    })
  return (
    <Ask
      action={t(`${act}.submit`)}
      isDanger={act === 'suspend'}
      isBusy={suspend.isPending}
      onConfirm={send}
      onClose={onClose}
    >
      <Text>{t(`${act}.text`)}</Text>
      {act === 'suspend' && <Silenced user={user} />}
    </Ask>
  )
}

/** The numbers whose ring list would be empty without this member. */
function Silenced({ user }: { user: ListedUser }) {
  const { businessId } = useBusiness()
  const { data } = useQuery(newAssigneesQuery(businessId, user._id))
  return <SilencedNumbers numbers={data?.silencedNumbers ?? []} />
}

const UNASSIGNED = 'unassigned'

function Remove({ user, onClose }: OfOne) {
  const { t } = useTranslation('users')
  const { businessId } = useBusiness()
  const { data } = useQuery(newAssigneesQuery(businessId, user._id))
  const remove = useRemoveMember(businessId, user._id)
  const [assignee, setAssignee] = useState<string | null>(null)
  const openLeads = data?.openLeads ?? 0
  const isReady = data !== undefined && (openLeads === 0 || assignee !== null)
  const send = () =>
    remove.mutate(assignee === UNASSIGNED ? null : assignee, {
      onSuccess: () => {
        toast.success(t('remove.done', { name: user.name }))
        onClose()
      },
    })
  return (
    <Ask
      action={t('remove.submit')}
      isDanger
      isBusy={remove.isPending}
      disabled={!isReady}
      onConfirm={send}
      onClose={onClose}
    >
      <Text>{t('remove.text')}</Text>
      <Silenced user={user} />
      {!data && <SkeletonRows rows={1} columns={1} />}
      {openLeads > 0 && (
        <Select
          label={t('remove.assignee', { count: openLeads })}
          placeholder={t('remove.choose')}
          description={t('remove.assigneeText')}
          searchable
          data={[
            { value: UNASSIGNED, label: t('remove.unassigned') },
            ...(data?.people ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
          ]}
          nothingFoundMessage={t('noMatch')}
          value={assignee}
          onChange={setAssignee}
        />
      )}
    </Ask>
  )
}

type AskProps = {
  action: string
  isBusy: boolean
  isDanger?: boolean
  disabled?: boolean
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

function Ask({ action, isBusy, isDanger, disabled, onConfirm, onClose, children }: AskProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!disabled) onConfirm()
      }}
    >
      <Stack>
        {children}
        <DialogFoot onCancel={onClose}>
          <Button type="submit" {...(isDanger && { color: 'red' })} disabled={disabled ?? false} loading={isBusy}>
            {action}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  )
}
