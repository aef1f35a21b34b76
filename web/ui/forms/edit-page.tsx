import { Button } from '@mantine/core'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../layout/page.tsx'
import { onGaps } from './form-failure.ts'
import { UnsavedGuard } from './unsaved-guard.tsx'
import type { EditForm } from './use-edit-form.ts'

type Props<V extends Record<string, unknown>> = Omit<ComponentProps<typeof Page>, 'actions'> & {
  edit: EditForm<V>
  onSend: (values: V) => void
  isSaving: boolean
  /** Leaves the page; without it the page stays and offers to undo. */
  onCancel?: () => void
  undo?: string
  canEdit?: boolean
  /** Below the form, saved by itself. */
  after?: ReactNode
}

/** A page with a form that edits an existing item. */
export function EditPage<V extends Record<string, unknown>>({ edit, onSend, isSaving, ...props }: Props<V>) {
  const { onCancel, undo, canEdit = true, after, children, ...page } = props
  const { t } = useTranslation()
  const id = useId()
  const { form, isDirty, discard } = edit
  const actions = (
    <>
      {(onCancel || isDirty) && (
        <Button variant="default" onClick={onCancel ?? discard}>
          {onCancel ? t('cancel') : undo}
        </Button>
      )}
      <Button type="submit" form={id} disabled={!onCancel && !isDirty} loading={isSaving}>
        {t('save')}
      </Button>
    </>
  )
  return (
    <Page {...page} actions={canEdit && actions}>
      <UnsavedGuard />
      <form id={id} onSubmit={form.onSubmit(onSend, onGaps(form))} noValidate>
        {children}
      </form>
      {after}
    </Page>
  )
}
