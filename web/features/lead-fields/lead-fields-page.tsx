import { Button, Progress } from '@mantine/core'
import { IconForms, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OWN_FIELDS_MAX, OWN_FIELDS_NEAR, type OwnField } from '#contract/lead-fields/own-fields.ts'
import { formatNumber } from '../../lib/i18n/format.ts'
import { lazily } from '../../lib/lazy.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { useBusiness, useCan } from '../../lib/session/session.ts'
import { nameOf, ownFieldsQuery } from '../../shared/own-fields/own-fields.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ArchivedFields, DeletedFields } from './deleted-fields.tsx'
import { FieldList } from './field-list.tsx'
import { FieldSets } from './field-sets.tsx'
import { type FieldSettings, fieldSettingsQuery } from './lead-fields.api.ts'
import classes from './lead-fields-page.module.css'

const FieldEditor = lazily(() => import('./field-editor.tsx'), 'FieldEditor', { soon: true })
const DeleteField = lazily(() => import('./delete-field.tsx'), 'DeleteField')

/** The fields that the business keeps on a lead besides the built-in ones. */
export function LeadFieldsPage() {
  const { t } = useTranslation('lead-fields')
  const canManage = useCan('business.settings')
  if (canManage) return <LeadFields />
  return (
    <Page title={t('title')}>
      <NoPermission />
    </Page>
  )
}

function LeadFields() {
  const { t } = useTranslation('lead-fields')
  const { businessId } = useBusiness()
  const list = useQuery(ownFieldsQuery(businessId))
  const settings = useQuery(fieldSettingsQuery(businessId))
  const editor = useModal('lead-field')
  const deletion = useModal('delete-lead-field')
  // The modal's field; kept while the modal fades out.
  const [chosen, choose] = useState<string>()
  const error = list.error ?? settings.error
  const fields = list.data?.fields
  const data = settings.data
  const field = fields?.find(({ _id }) => _id === chosen)
  const isFull = (fields?.length ?? 0) >= OWN_FIELDS_MAX
  const open = (modal: typeof editor) => (one?: OwnField) => {
    choose(one?._id)
    modal.open()
  }
  const add = (
    <Button leftSection={<IconPlus stroke={2} aria-hidden />} disabled={isFull} onClick={() => open(editor)()}>
      {t('add')}
    </Button>
  )
  return (
    <Page title={t('title')} context={<Context count={fields?.length} />} actions={data && fields && add}>
      {error && (!data || !fields) && (
        <ErrorState
          error={error}
          onRetry={() => {
            void list.refetch()
            void settings.refetch()
          }}
        />
      )}
      {!error && (!data || !fields) && <SkeletonRows rows={8} columns={4} />}
      {data && fields && (
        <>
          <Removals removals={data.removals} fields={fields} />
          <Fields {...{ data, fields }} onAdd={() => open(editor)()} onEdit={open(editor)} onDelete={open(deletion)} />
          <Suspense>
            {editor.opened && (!chosen || field) && (
              <FieldEditor
                field={field}
                fields={fields}
                usage={data.usage.find(({ _id }) => _id === chosen)}
                onClose={editor.close}
              />
            )}
            {deletion.opened && field && (
              <DeleteField
                field={field}
                usage={data.usage.find(({ _id }) => _id === chosen)}
                onClose={deletion.close}
              />
            )}
          </Suspense>
        </>
      )}
    </Page>
  )
}

/** The number of fields and the maximum, with a warning near the maximum. */
function Context({ count }: { count: number | undefined }) {
  const { t } = useTranslation('lead-fields')
  if (count === undefined) return t('text')
  const numbers = { total: count, max: OWN_FIELDS_MAX }
  return (
    <>
      {t('text')} · <span className="tabular">{t('used', numbers)}</span>
      {count >= OWN_FIELDS_NEAR && (
        <span className={classes.near}>
          {' '}
          · {count >= OWN_FIELDS_MAX ? t('full', numbers) : t('near', { count: OWN_FIELDS_MAX - count })}
        </span>
      )}
    </>
  )
}

type FieldsProps = {
  data: FieldSettings
  fields: readonly OwnField[]
  onAdd: () => void
  onEdit: (field: OwnField) => void
  onDelete: (field: OwnField) => void
}

function Fields({ data, fields, onAdd, onEdit, onDelete }: FieldsProps) {
  const { t } = useTranslation('lead-fields')
  const current = fields.filter(({ isArchived }) => !isArchived)
  const archived = fields.filter(({ isArchived }) => isArchived)
  const sets = <FieldSets sets={data.sets} fields={fields} isFirst={fields.length === 0} />
  return (
    <>
      {current.length > 0 ? (
        <FieldList fields={current} settings={data} onEdit={onEdit} onDelete={onDelete} />
      ) : (
        archived.length === 0 && (
          <>
            <EmptyState icon={<IconForms />} title={t('empty.title')} text={t('empty.text')} />
            {sets}
            <p className={classes.orAdd}>
              <Button variant="subtle" onClick={onAdd}>
                {t('empty.add')}
              </Button>
            </p>
          </>
        )
      )}
      {fields.length > 0 && sets}
      <ArchivedFields fields={archived} onDelete={onDelete} />
      <DeletedFields deleted={data.deleted} count={fields.length} />
    </>
  )
}

/** Options that are still being replaced in leads. */
function Removals({ removals, fields }: Pick<FieldSettings, 'removals'> & { fields: readonly OwnField[] }) {
  const { t } = useTranslation('lead-fields')
  return removals.map(({ operationId, fieldId, options, total, done }) => {
    const field = fields.find(({ _id }) => _id === fieldId)
    const optionName = (key: string | null) => {
      const found = field?.options.find((one) => one.key === key)
      return found ? nameOf(found) : key === null ? t('options.none') : key
    }
    const words = Object.entries(options)
      .map(([from, to]) => t('replacing', { from: optionName(from), to: optionName(to) }))
      .join(' · ')
    return (
      <div key={operationId} className={classes.removal} role="status">
        <div className={classes.removalWords}>
          <strong>{words}</strong>
          <span className="tabular">{t('progress', { done: formatNumber(done), total: formatNumber(total) })}</span>
        </div>
        <Progress value={total === 0 ? 0 : (100 * done) / total} size="xs" aria-label={words} />
      </div>
    )
  })
}
