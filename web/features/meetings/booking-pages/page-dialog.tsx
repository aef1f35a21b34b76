import { Alert, Button, Modal, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BookingPage, BookingSettings } from '#contract/leads/meetings/booking/booking-pages.ts'
import { ApiError } from '../../../lib/http/call.ts'
import { campaignNamesQuery, useBusiness } from '../../../lib/session/session.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { DialogFoot } from '../../../ui/layout/dialog-foot.tsx'
import { titleExamplesQuery, useRemovePage, useSavePage } from './booking-pages.api.ts'
import { ContentFields } from './content-fields.tsx'
import { sentOf, valuesOf } from './page-values.ts'
import { PlaceFields } from './place-fields.tsx'
import { QuestionFields } from './question-fields.tsx'
import { TimeRules } from './time-rules.tsx'

type Props = { page: BookingPage | undefined; onClose: () => void }

/** Makes or changes a booking page. */
export function PageDialog({ page, onClose }: Props) {
  const { t } = useTranslation('booking-pages')
  const { t: common } = useTranslation()
  const { businessId } = useBusiness()
  const campaigns = useQuery(campaignNamesQuery(businessId)).data?.campaigns
  const title = useQuery(titleExamplesQuery).data
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t(page ? 'change' : 'add')}
      closeButtonProps={{ 'aria-label': common('close') }}
      closeOnClickOutside={false}
    >
      {campaigns && title && <Fields page={page} title={title} campaigns={campaigns} onClose={onClose} />}
    </Modal>
  )
}

type FieldsProps = Props & {
  /** That of a new page. */
  title: BookingSettings['title']
  campaigns: readonly { _id: string; name: string }[]
}
function Fields({ page, title, campaigns, onClose }: FieldsProps) {
  const { t } = useTranslation('booking-pages')
  const { t: common } = useTranslation()
  const { businessId } = useBusiness()
  const save = useSavePage(businessId)
  const [values, setValues] = useState(() => valuesOf(page, { title, campaignId: campaigns[0]?._id ?? '' }))
  const put = (changes: Partial<typeof values>) => setValues({ ...values, ...changes })
  const set = (changes: Partial<BookingSettings>) => put({ settings: { ...values.settings, ...changes } })
  const issues = save.error instanceof ApiError ? save.error.issues : []
  const errorOf = (path: string) => issues.find((issue) => issue.path === path)?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    save.mutate(
      { id: page?._id, page: sentOf(values) },
      {
        onSuccess: () => {
          toast.success(t('saved'))
          onClose()
        },
      },
    )
  }
  const shared = { settings: values.settings, set, errorOf }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <PlaceFields {...{ values, put, campaigns, errorOf, isNew: !page }} />
        <ContentFields {...shared} />
        <TimeRules {...shared} />
        <QuestionFields {...shared} />
        {save.error && (
          <Alert color="red" role="alert">
            {issues.length ? t('seeFields') : save.error.message}
          </Alert>
        )}
        {page && <Removal page={page} onRemoved={onClose} />}
        <DialogFoot onCancel={onClose}>
          <Button type="submit" loading={save.isPending}>
            {common('save')}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  )
}

/** Asked once more, because the page's address is known to others. */
function Removal({ page, onRemoved }: { page: BookingPage; onRemoved: () => void }) {
  const { t } = useTranslation('booking-pages')
  const { businessId } = useBusiness()
  const [isAsked, ask] = useState(false)
  const remove = useRemovePage(businessId)
  if (!isAsked)
    return (
      <Button variant="subtle" color="red" onClick={() => ask(true)}>
        {t('remove')}
      </Button>
    )
  return (
    <Alert color="red">
      <Stack gap="xs">
        {t('removeText')}
        <Button
          color="red"
          loading={remove.isPending}
          onClick={() => remove.mutate(page._id, { onSuccess: onRemoved })}
        >
          {t('removeSure')}
        </Button>
      </Stack>
    </Alert>
  )
}
