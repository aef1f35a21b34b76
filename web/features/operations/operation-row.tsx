import { Button, Progress } from '@mantine/core'
import { IconArrowBackUp, IconPlayerStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { isOwnFieldName } from '#contract/lead-fields/own-fields.ts'
import type { Operation } from '#contract/leads/operations.ts'
import { formatNumber } from '../../lib/i18n/format.ts'
import { useErrorText } from '../../lib/i18n/use-error-text.ts'
import { lazily } from '../../lib/lazy.ts'
import { paths } from '../../lib/paths.ts'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import { fatesQuery, isRunning, leftQuery, useCancel } from './operations.api.ts'
import classes from './operations-page.module.css'

const MessageFates = lazily(() => import('./message-fates.tsx'), 'MessageFates')

/** The key of a field's name. */
const fieldKey = (field: string) => `field.${isOwnFieldName(field) ? 'own' : field}`

const hues = { queued: 'slate', running: 'sky', done: 'green', failed: 'red', cancelled: 'amber' } as const

type Props = { operation: Operation; businessId: string }
type RowProps = Props & { onUndo: () => void }

/** An operation: action, leads, author, time, progress, and buttons to cancel or undo it. */
export function OperationRow({ operation, businessId, onUndo }: RowProps) {
  const { t } = useTranslation('operations')
  const { _id, author, createdAt, state, canUndo, canCancel } = operation
  const cancel = useCancel(businessId)
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <h2 className={classes.name}>
          <OperationTitle operation={operation} />
        </h2>
        <OfLead operation={operation} businessId={businessId} />
        <span className={classes.second}>
          <UserText>{author.name}</UserText> · <RelativeTime at={createdAt} />
        </span>
      </div>
      <div className={classes.words}>
        <span className={classes.stateLine}>
          <span className={classes.state} data-hue={hues[state]}>
            {t(`state.${state}`)}
          </span>
          {operation.undoneBy && !canUndo && <span className={classes.second}>{t('undone')}</span>}
        </span>
        <Result operation={operation} businessId={businessId} />
      </div>
      <div className={classes.actions}>
        {canCancel && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlayerStop size={16} stroke={1.75} aria-hidden />}
            loading={cancel.isPending}
            onClick={() => cancel.mutate(_id)}
          >
            {t('cancel')}
          </Button>
        )}
        {canUndo && operation.kind === 'message' && <StopUnsent businessId={businessId} id={_id} onStop={onUndo} />}
        {canUndo && operation.kind !== 'message' && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconArrowBackUp size={16} stroke={1.75} data-mirror aria-hidden />}
            onClick={onUndo}
          >
            {t('undo')}
          </Button>
        )}
      </div>
    </li>
  )
}

type StopProps = { businessId: string; id: string; onStop: () => void }
/** Sent messages stay sent: the undo is offered while some of them wait. */
function StopUnsent({ businessId, id, onStop }: StopProps) {
  const { t } = useTranslation('operations')
  const { data } = useQuery(fatesQuery(businessId, id, 1))
  if (!data?.counts.some(({ state }) => state === 'waiting' || state === 'queued')) return null
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconPlayerStop size={16} stroke={1.75} aria-hidden />}
      onClick={onStop}
    >
      {t('stopUnsent')}
    </Button>
  )
}

function Result({ operation, businessId }: Props) {
  const { t } = useTranslation('operations')
  const errorText = useErrorText()
  const [isOpen, setOpen] = useState(false)
  const { total, done, skipped, error } = operation
  const passed = done + skipped
  const reason = errorText(error)
  if (isRunning(operation))
    return (
      <div className={classes.progress}>
        <Progress value={total === 0 ? 0 : (100 * passed) / total} size="sm" aria-label={t('progressOf')} />
        <span className={classes.second}>
          {t('progress', { done: formatNumber(passed), total: formatNumber(total) })}
        </span>
      </div>
    )
  return (
    <>
      {error && <span className={classes.error}>{reason}</span>}
      <span className={classes.second}>
        {t(operation.kind === 'message' ? 'written' : 'changed', { count: done, total: formatNumber(done) })}
        {skipped > 0 && (
          <>
            {' · '}
            <button
              type="button"
              className={classes.more}
              aria-expanded={isOpen}
              onClick={() => setOpen((open) => !open)}
            >
              {t('left', { count: skipped, total: formatNumber(skipped) })}
            </button>
          </>
        )}
      </span>
      {isOpen && <LeftLeads businessId={businessId} id={operation._id} skipped={skipped} />}
      {operation.kind === 'message' && done > 0 && <Fates businessId={businessId} id={operation._id} />}
    </>
  )
}

/** What became of the messages, on request. */
function Fates({ businessId, id }: { businessId: string; id: string }) {
  const { t } = useTranslation('operations')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={classes.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('fates.show')}
      </button>
      <Suspense>{isOpen && <MessageFates businessId={businessId} id={id} />}</Suspense>
    </>
  )
}

/** The action, with the names of its status, person or tags. */
function OperationTitle({ operation: { kind, undoes, subject, tags, fields } }: { operation: Operation }) {
  const { t } = useTranslation('operations')
  if (kind === 'edit') {
    const names = fields.map((field) => t(fieldKey(field)))
    return t('kind.edit', { fields: [...new Set(names)].join(', ') })
  }
  if (kind === 'undo') return t(`undoOf.${undoes?.kind ?? 'status'}`)
  if (kind === 'tag')
    return (
      <span className={classes.tags}>
        {t('kind.tag')}
        {tags?.add.map((tag) => (
          <Tag key={`+${tag}`} tag={tag} />
        ))}
        {tags?.remove.map((tag) => (
          <Tag key={`-${tag}`} tag={tag} isRemoved />
        ))}
      </span>
    )
  const key = kind === 'assign' && subject === null ? 'unassign' : kind
  return <Trans t={t} i18nKey={`kind.${key}`} values={{ subject }} components={{ name: <bdi dir="auto" /> }} />
}

/** The lead of an act on one lead. */
function OfLead({ operation: { lead }, businessId }: Props) {
  const { t } = useTranslation('operations')
  if (!lead) return null
  const name = lead.name ? <UserText>{lead.name}</UserText> : t('nameless')
  if (lead.campaignId === null) return <span className={classes.second}>{name}</span>
  return (
    <Link to={paths.lead(businessId, lead.campaignId, lead._id)} className={classes.lead}>
      {name}
    </Link>
  )
}

function Tag({ tag, isRemoved = false }: { tag: string; isRemoved?: boolean }) {
  const { t } = useTranslation('operations')
  return (
    <span
      className={classes.tag}
      data-removed={isRemoved || undefined}
      title={t(isRemoved ? 'tagRemoved' : 'tagAdded')}
    >
      <bdi dir="auto">{tag}</bdi>
    </span>
  )
}

type LeftProps = { businessId: string; id: string; skipped: number }

/** Skipped leads with their reasons; leads that already had the wanted value are only counted. */
function LeftLeads({ businessId, id, skipped }: LeftProps) {
  const { t } = useTranslation('operations')
  const { t: common } = useTranslation()
  const { data, error } = useQuery(leftQuery(businessId, id))
  if (error) return <span className={classes.second}>{error.message}</span>
  if (!data) return <span className={classes.second}>{common('loading')}</span>
  const { left, leftCount } = data
  const [same, further] = [skipped - leftCount, leftCount - left.length]
  return (
    <ul className={classes.left}>
      {left.map(({ leadId, name, reason, fields }) => (
        <li key={leadId}>
          {name ? <UserText>{name}</UserText> : t('nameless')} – {t(fields ? 'reason.kept' : `reason.${reason}`)}
          {fields && ` ${fields.map((field) => t(fieldKey(field))).join(', ')}`}
        </li>
      ))}
      {further > 0 && <li>{t('further', { count: further, total: formatNumber(further) })}</li>}
      {same > 0 && <li>{t('same', { count: same, total: formatNumber(same) })}</li>}
    </ul>
  )
}
