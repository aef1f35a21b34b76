import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { email as emailShape } from '#contract/common.ts'
import type { LeadDetails as Lead } from '#contract/leads/leads.ts'
import type { User } from '#contract/team/users.ts'
import { isMasked } from '#contract/values/masks.ts'
import { formatDateTime, formatSince } from '../../../lib/i18n/format.ts'
import { lazily } from '../../../lib/lazy.ts'
import { paths } from '../../../lib/paths.ts'
import { peopleQuery } from '../../../lib/session/people.ts'
import { useCan } from '../../../lib/session/session.ts'
import { formatAmount, isAmount, parseAmount } from '../../../ui/display/amount.ts'
import { Money } from '../../../ui/display/money.tsx'
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx'
import { Phone } from '../../../ui/display/phone.tsx'
import { phoneRule } from '../../../ui/forms/phone-rule.ts'
import { Selector } from '../../../ui/selector/selector.tsx'
import { InlineField } from '../fields/inline-field.tsx'
import { LeadTags } from '../fields/lead-tags.tsx'
import { EditableTags } from './editable-tags.tsx'
import { LeadOwnFields } from './lead-own-fields.tsx'
import classes from './lead-panels.module.css'
import type { SaveLead } from './use-lead-changes.ts'

const Unanswered = lazily(() => import('../fields/unanswered.tsx'), 'Unanswered')
const FurtherContacts = lazily(() => import('../fields/further-contacts.tsx'), 'FurtherContacts')
const PastSales = lazily(() => import('../fields/past-sales.tsx'), 'PastSales')
const LeadGender = lazily(() => import('../fields/lead-gender.tsx'), 'LeadGender')
const CampaignSelector = lazily(() => import('../move/campaign-selector.tsx'), 'CampaignSelector')

type Props = {
  businessId: string
  lead: Lead
  /** Status type Won: the value is the sale amount. */
  isWon: boolean
  /** Status type Lost. */
  isLost: boolean
  canEdit: boolean
  canAssign: boolean
  save: SaveLead
}

export function LeadDetails({ businessId, lead, isWon, isLost, canEdit, canAssign, save }: Props) {
  const { t } = useTranslation('leads')
  const { t: errors } = useTranslation('errors')
  const valueLabel = isWon ? t('soldFor') : t('columns.value')
  const answered = lead.firstResponseAt && (formatSince(lead.date, new Date(lead.firstResponseAt)) ?? t('underMinute'))
  return (
    <section className={classes.panel} aria-labelledby="lead-details">
      <h2 id="lead-details" className={classes.title}>
        {t('details')}
      </h2>
      <dl className={classes.facts}>
        <Fact label={t('columns.assignedTo')}>
          <Assignee businessId={businessId} lead={lead} canAssign={canAssign} save={save} />
        </Fact>
        <Fact label={valueLabel}>
          <Editable
            can={canEdit}
            label={t('editWhat', { what: valueLabel })}
            value={formatAmount(lead.value)}
            dir="ltr"
            inputMode="decimal"
            check={(text) => (isAmount(text) ? undefined : t('invalidAmount'))}
            onSave={(text) => save({ value: parseAmount(text) })}
          >
            {lead.value === null ? <EmptyValue can={canEdit} /> : <Money agorot={lead.value} />}
          </Editable>
          {lead.mergedLeads.length > 0 && (
            <Suspense>
              <PastSales merged={lead.mergedLeads} />
            </Suspense>
          )}
        </Fact>
        {isLost && (
          <Fact label={t('columns.lostReason')}>
            <Editable
              can={canEdit}
              label={t('editWhat', { what: t('columns.lostReason') })}
              value={lead.lostReason ?? ''}
              dir="auto"
              onSave={(text) => save({ lostReason: text || null })}
            >
              {lead.lostReason === null ? <EmptyValue can={canEdit} /> : <bdi>{lead.lostReason}</bdi>}
            </Editable>
          </Fact>
        )}
        <Fact label={t('columns.phone')}>
          <Editable
            can={canEdit && !isMasked(lead.phone ?? '')}
            label={t('editWhat', { what: t('columns.phone') })}
            value={lead.phone ?? ''}
            dir="ltr"
            type="tel"
            check={(text) => phoneRule('phone', text).phone}
            onSave={(text) => save({ phone: text || null })}
          >
            {lead.phone ? <Phone number={lead.phone} /> : <EmptyValue can={canEdit} />}
          </Editable>
          <Further contacts={lead.contacts} kind="phone" />
        </Fact>
        <Fact label={t('columns.email')}>
          <Editable
            can={canEdit && !isMasked(lead.email ?? '')}
            label={t('editWhat', { what: t('columns.email') })}
            value={lead.email ?? ''}
            dir="ltr"
            type="email"
            check={(text) => (text === '' || emailShape.safeParse(text).success ? undefined : errors('invalid_email'))}
            onSave={(text) => save({ email: text || null })}
          >
            {lead.email ? (
              <bdi dir="ltr" className={classes.cut}>
                {lead.email}
              </bdi>
            ) : (
              <EmptyValue can={canEdit} />
            )}
          </Editable>
          <Further contacts={lead.contacts} kind="email" />
        </Fact>
        <Fact label={t('columns.gender')}>
          <Suspense fallback="…">
            <LeadGender {...{ lead, canEdit, save }} />
          </Suspense>
        </Fact>
        <Fact label={t('columns.tags')}>
          {canEdit ? <EditableTags {...{ businessId, lead, save }} /> : <LeadTags tags={lead.tags} all />}
        </Fact>
        <Fact label={t('columns.campaign')}>
          <Campaign businessId={businessId} lead={lead} canEdit={canEdit} />
        </Fact>
        <Fact label={t('created')}>
          <time dateTime={lead.date}>{formatDateTime(lead.date)}</time>
        </Fact>
        <Fact label={t('firstResponse')}>
          {answered ? (
            <span>{t('after', { time: answered })}</span>
          ) : (
            <Suspense fallback={<span className={classes.none}>{t('notAnswered')}</span>}>
              <Unanswered lead={lead} />
            </Suspense>
          )}
        </Fact>
      </dl>
      <LeadOwnFields {...{ businessId, lead, canEdit, save }} />
    </section>
  )
}

type CampaignProps = Pick<Props, 'businessId' | 'lead' | 'canEdit'>
/** A link to the campaign's leads, or a choice of the campaign for those who may move the lead. */
function Campaign({ businessId, lead, canEdit }: CampaignProps) {
  const canMove = useCan('leads.move', lead.campaignId)
  const link = (
    <Link to={paths.leads(businessId, lead.campaignId)} className={classes.link}>
      <bdi>{lead.campaignName}</bdi>
    </Link>
  )
  if (!canEdit || !canMove) return link
  return (
    <Suspense fallback={link}>
      <CampaignSelector businessId={businessId} lead={lead} />
    </Suspense>
  )
}

/** Few leads have further contacts, so their code is loaded for those. */
const Further = (props: ComponentProps<typeof FurtherContacts>) =>
  props.contacts.length > 0 && (
    <Suspense>
      <FurtherContacts {...props} />
    </Suspense>
  )

export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={classes.fact}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

function EmptyValue({ can }: { can: boolean }) {
  const { t } = useTranslation('leads')
  return <span className={classes.none}>{can ? t('addValue') : '—'}</span>
}

type EditableProps = Parameters<typeof InlineField>[0] & { can: boolean }
const Editable = ({ can, ...field }: EditableProps) => (can ? <InlineField {...field} /> : field.children)

/** The option without a person. */
const UNASSIGNED = 'none'

type AssigneeProps = Pick<Props, 'businessId' | 'lead' | 'canAssign' | 'save'>

function Assignee({ businessId, lead, canAssign, save }: AssigneeProps) {
  const { t } = useTranslation('leads')
  const [search, setSearch] = useState('')
  const { data } = useQuery({ ...peopleQuery(businessId, lead.campaignId), enabled: canAssign })
  const { assignedTo } = lead
  if (!canAssign) return <Person person={assignedTo} />
  // A person who has left the campaign keeps the lead until it is reassigned.
  const people = [...(data?.people ?? [])]
  if (assignedTo && !people.some(({ _id }) => _id === assignedTo._id)) people.unshift(assignedTo)
  const chosen = assignedTo?._id ?? UNASSIGNED
  const option = (id: string, content: ReactNode) => ({ id, content, isChosen: id === chosen })
  const found = people.filter(({ name }) => name.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase()))
  return (
    <div className={classes.assignee}>
      <Selector
        label={t('changeAssignee', { name: assignedTo?.name ?? t('unassigned') })}
        current={<Person person={assignedTo} />}
        search={search}
        searchLabel={t('searchPeople')}
        onSearch={setSearch}
        options={[
          ...(search ? [] : [option(UNASSIGNED, <Person person={null} />)]),
          ...found.map((person) => option(person._id, <Person person={person} />)),
        ]}
        onPick={(id) => {
          if (id !== chosen)
            save({ assignedTo: id === UNASSIGNED ? null : id }, people.find(({ _id }) => _id === id) ?? null)
        }}
      />
    </div>
  )
}

function Person({ person }: { person: User | null }) {
  const { t } = useTranslation('leads')
  if (!person) return <span className={classes.none}>{t('unassigned')}</span>
  return (
    <span className={classes.person}>
      <PersonAvatar {...person} id={person._id} />
      <bdi>{person.name}</bdi>
    </span>
  )
}
