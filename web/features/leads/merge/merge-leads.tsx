import { Button } from '@mantine/core'
import { IconArrowsJoin2, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Lead } from '#contract/leads/leads.ts'
import { ApiError } from '../../../lib/http/call.ts'
import { useNarrow } from '../../../lib/use-narrow.ts'
import { useOwnFields } from '../../../shared/own-fields/own-fields.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { useStatuses } from '../status/use-statuses.ts'
import { compareQuery, useMerge } from './merge.api.ts'
import classes from './merge.module.css'
import { MergePreview } from './merge-preview.tsx'
import { type Choices, firstKept, rowsOf } from './merge-rules.ts'
import { MergeTable } from './merge-table.tsx'

type Props = {
  businessId: string
  leadIds: readonly string[]
  /** Leads of the group that the reader may not read; they block the merge. */
  hidden: number
  context?: ReactNode
  /** Moves between groups. */
  pager?: ReactNode
  onMerged: (lead: Lead) => void
  onDistinct: () => void
  /** Goes to the next group; undefined outside of the groups. */
  onLater: (() => void) | undefined
}

/** Leads side by side: which is kept, whose value wins, and what becomes of them. */
export function MergeLeads({ businessId, leadIds, hidden, context, pager, ...on }: Props) {
  const { t } = useTranslation('duplicates')
  const { data, error, refetch } = useQuery(compareQuery(businessId, leadIds))
  const { fields } = useOwnFields(businessId)
  const statuses = useStatuses(businessId)
  const [isPreviewed, setPreviewed] = useState(false)
  const isNarrow = useNarrow()
  const [keptId, setKept] = useState<string>()
  const [choices, setChoices] = useState<Choices>({})
  const [withoutTags, setWithoutTags] = useState<ReadonlySet<string>>(new Set())
  const { merge, undo, distinguish, refresh } = useMerge(businessId)
  const leads = data?.leads ?? []
  const kept = leads.find(({ _id }) => _id === keptId) ?? firstKept(leads)
  const count = leadIds.length
  const title = t('title', { count })
  const head = { title, context, ...(isNarrow ? { toolbar: pager } : { actions: pager }) }
  if (!data || !kept)
    return (
      <Page {...head}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={8} columns={3} />}
      </Page>
    )
  const state = { leads, rows: rowsOf(leads, fields, kept), kept, choices, withoutTags, statuses }
  const fail = (failure: unknown) => void toast.error(failure instanceof ApiError ? failure.message : t('failed'))
  const mergeNow = async () => {
    const names = state.rows.map(({ name }) => name)
    const chosen = Object.fromEntries(Object.entries(choices).filter(([name]) => names.includes(name)))
    const tagsOf = leads.flatMap(({ _id }) => (withoutTags.has(_id) ? [] : _id))
    const body = { winnerId: kept._id, leadIds: [...leadIds], fields: chosen, tagsOf }
    const { lead, operationId } = await merge.mutateAsync(body)
    const takeBack = async () => {
      await undo(operationId)
      toast.success(t('undone'))
      await refresh()
    }
    toast.success(t('merged', { count }), { undo: () => void takeBack().catch(fail) })
    on.onMerged(lead)
    await refresh()
  }
  const apart = async () => {
    await distinguish.mutateAsync([...leadIds])
    on.onDistinct()
    await refresh()
  }
  const toggleTags = (id: string) =>
    setWithoutTags((before) => (before.has(id) ? before.difference(new Set([id])) : new Set([...before, id])))
  const isBusy = merge.isPending || distinguish.isPending
  return (
    <Page
      flush
      {...head}
      footer={
        <div className={classes.foot}>
          <span className={classes.undo}>{t('undoable')}</span>
          <Button variant="subtle" disabled={isBusy} onClick={() => void apart().catch(fail)}>
            {t('distinct')}
          </Button>
          {on.onLater && (
            <Button variant="default" onClick={on.onLater}>
              {t('later')}
            </Button>
          )}
          <Button
            leftSection={<IconArrowsJoin2 size={16} stroke={2} aria-hidden />}
            loading={merge.isPending}
            disabled={hidden > 0 || distinguish.isPending}
            onClick={() => void mergeNow().catch(fail)}
          >
            {t('merge', { count })}
          </Button>
        </div>
      }
    >
      <div className={classes.page}>
        <div className={classes.sides}>
          {hidden > 0 && (
            <p className={classes.notice}>
              <IconLock size={16} stroke={1.75} aria-hidden />
              {t('hidden', { count: hidden })}
            </p>
          )}
          <MergeTable
            {...state}
            onKeep={setKept}
            onChoose={(field, id) => setChoices((before) => ({ ...before, [field]: id }))}
            onTags={toggleTags}
          />
          <p className={classes.notice}>
            <IconLock size={16} stroke={1.75} aria-hidden />
            {t('contactsStay')}
          </p>
          {isNarrow && (
            <Button variant="default" fullWidth onClick={() => setPreviewed((shown) => !shown)}>
              {t(isPreviewed ? 'hidePreview' : 'preview')}
            </Button>
          )}
        </div>
        {(!isNarrow || isPreviewed) && (
          <MergePreview {...state} history={data.history} historyCount={data.historyCount} />
        )}
      </div>
    </Page>
  )
}
