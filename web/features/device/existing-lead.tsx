import { Button, Textarea, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { SEARCH_MAX, SEARCH_MIN } from '#contract/common.ts'
import { SHARED_TEXT_MAX } from '#contract/files/sharing.ts'
import { ApiError } from '../../lib/http/call.ts'
import { directionOfTyped } from '../../lib/i18n/typed-direction.ts'
import { isKeptShown, subscribeKeptShown } from '../../lib/session/device/kept-shown.ts'
import { useCanIn } from '../../lib/session/session.ts'
import { PersonAvatar } from '../../ui/display/person-avatar.tsx'
import { Phone } from '../../ui/display/phone.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { choicesOf, foundQuery, keptLeadsQuery, type LeadChoice, type SharedContent } from './sharing.api.ts'
import classes from './sharing.module.css'
import type { Sharing } from './use-sharing.ts'

type Props = { businessId: string; shared: SharedContent; text: string; sharing: Sharing }

/** Adds what was shared to a lead that exists: the text as a comment, the files to its files. */
export function ExistingLead({ businessId, shared, text, sharing }: Props) {
  const [lead, choose] = useState<LeadChoice>()
  if (!lead) return <LeadSearch businessId={businessId} onChoose={choose} />
  return <AddToLead {...{ lead, shared, text, sharing }} onAnother={() => choose(undefined)} />
}

function LeadSearch({ businessId, onChoose }: { businessId: string; onChoose: (lead: LeadChoice) => void }) {
  const { t } = useTranslation('device')
  const can = useCanIn()
  const [typed, setTyped] = useState<string>()
  const words = (typed ?? '').trim().slice(0, SEARCH_MAX)
  const search = words.length >= SEARCH_MIN ? words : ''
  const { data: kept = [], isPending } = useQuery(keptLeadsQuery(businessId))
  const { data: found = [], isFetching, isError } = useQuery(foundQuery(businessId, search))
  const choices = choicesOf(kept, isError ? [] : found, search).filter(
    ({ campaignId }) => can('leads.edit', campaignId) || can('files.add', campaignId),
  )
  const isSearching = isPending || (isFetching && choices.length === 0)
  return (
    <div className={classes.search}>
      <SearchField value={typed} onSearch={setTyped} label={t('share.search')} />
      {isError && (
        <p className={classes.second} role="status">
          {t('share.keptOnly')}
        </p>
      )}
      <ul className={classes.leads} aria-label={t(search ? 'share.found' : 'share.recent')} aria-busy={isSearching}>
        {choices.map((lead) => (
          <li key={lead._id}>
            <UnstyledButton className={classes.lead} onClick={() => onChoose(lead)}>
              <LeadWords lead={lead} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {choices.length === 0 && !isSearching && (
        <p className={classes.second} role="status">
          {t(search ? 'share.noneFound' : 'share.noLeads')}
        </p>
      )}
    </div>
  )
}

function LeadWords({ lead: { _id, name, phone, email, campaignName } }: { lead: LeadChoice }) {
  const { t } = useTranslation('leads')
  return (
    <>
      <PersonAvatar id={_id} name={name} />
      <span className={classes.words}>
        <span className={classes.name}>
          <UserText>{name || t('noName')}</UserText>
        </span>
        <span className={classes.second}>
          {phone ? <Phone number={phone} /> : <bdi dir="ltr">{email}</bdi>} · <bdi>{campaignName}</bdi>
        </span>
      </span>
    </>
  )
}

type AddProps = Omit<Props, 'businessId'> & { lead: LeadChoice; onAnother: () => void }

function AddToLead({ lead, shared, text, sharing: { addTo }, onAnother }: AddProps) {
  const { t } = useTranslation('device')
  const { t: common } = useTranslation()
  const can = useCanIn()
  const isLost = useNetworkLost()
  const mayComment = can('leads.edit', lead.campaignId)
  const mayAddFiles = can('files.add', lead.campaignId)
  const [comment, setComment] = useState(text)
  const files = mayAddFiles ? shared.files.length : 0
  const sentText = mayComment ? comment.trim() : ''
  const sentFiles = isLost ? 0 : files
  const action = sentText ? (sentFiles > 0 ? 'share.addBoth' : 'share.addComment') : 'share.addFiles'
  const { error } = addTo
  return (
    <form
      className={classes.add}
      onSubmit={(event) => {
        event.preventDefault()
        addTo.mutate({ lead, text: sentText, isLost })
      }}
    >
      <div className={classes.chosen}>
        <LeadWords lead={lead} />
        <Button variant="subtle" onClick={onAnother}>
          {t('share.another')}
        </Button>
      </div>
      {mayComment && (text !== '' || files === 0) && (
        <Textarea
          label={t('share.comment')}
          dir={directionOfTyped(comment)}
          value={comment}
          maxLength={SHARED_TEXT_MAX}
          onChange={({ currentTarget }) => setComment(currentTarget.value)}
          autosize
          minRows={3}
          maxRows={10}
        />
      )}
      {shared.files.length > 0 && !mayAddFiles && <p className={classes.problem}>{t('share.noFileRight')}</p>}
      {isLost && files > 0 && (
        <p className={classes.problem} role="status">
          {t('share.filesNeedNetwork')}
        </p>
      )}
      {error && (
        <p className={classes.problem} role="alert">
          {error instanceof ApiError ? error.message : common('unexpectedError')}
        </p>
      )}
      <Button type="submit" loading={addTo.isPending} disabled={sentText === '' && sentFiles === 0}>
        {t(action, { count: files })}
      </Button>
    </form>
  )
}

const subscribe = (listener: () => void) => {
  const stop = subscribeKeptShown(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    stop()
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
/** No network, or a server that did not answer. */
const useNetworkLost = () => useSyncExternalStore(subscribe, () => !navigator.onLine || isKeptShown())
