import { Alert, Button, Modal, SegmentedControl, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languages } from '#contract/constants.ts'
import { type BulkChannel, bulkChannels } from '#contract/leads/conversations/bulk-messages.ts'
import { MAIL_SUBJECT_MAX, MAIL_TEXT_MAX, SMS_TEXT_MAX } from '#contract/leads/conversations/conversations.ts'
import { messagePurposes } from '#contract/leads/conversations/lists.ts'
import type { MessageTemplate } from '#contract/leads/messages/message-templates.ts'
import { currentLanguage } from '../../../lib/i18n/i18n.ts'
import { messageTemplatesQuery } from '../../../shared/message-templates/message-templates.api.ts'
import { useTemplateName } from '../../../shared/message-templates/template-name.ts'
import { DialogFoot } from '../../../ui/layout/dialog-foot.tsx'
import { type BulkBody, bulkPreviewQuery, useSendBulk } from './bulk-messages.api.ts'
import { MessagePreview } from './message-preview.tsx'

const TYPING_MS = 400
type Purpose = (typeof messagePurposes)[number]
type Draft = {
  channel: BulkChannel
  purpose: Purpose | null
  subject: string
  text: string
  template: string | null
}

type Props = { businessId: string; choice: BulkBody['choice']; total: string; onClose: () => void; onSent: () => void }

/** One message to the selected leads: its text, who gets it and who does not, and only then the sending. */
export function MessageDialog({ businessId, choice, total, onClose, onSent }: Props) {
  const { t } = useTranslation('bulk-messages')
  const { t: common } = useTranslation()
  const [draft, setDraft] = useState<Draft>({ channel: 'sms', purpose: null, subject: '', text: '', template: null })
  const templates = useQuery(messageTemplatesQuery(businessId)).data ?? []
  const put = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes })
  const message = messageOf(draft, templates)
  const [settled] = useDebouncedValue(message, TYPING_MS)
  const send = useSendBulk(businessId)
  const asked = settled && { message: settled, choice }
  const preview = useQuery({
    ...bulkPreviewQuery(businessId, asked ?? ({ message: {}, choice } as BulkBody)),
    enabled: asked !== undefined,
  })
  const isCurrent = message !== undefined && JSON.stringify(message) === JSON.stringify(settled) && !preview.isFetching
  const sends = preview.data?.sends ?? 0
  const submit = () => {
    if (!message || send.isPending) return
    send.mutate(
      { message, choice },
      {
        onSuccess: () => {
          onSent()
          onClose()
        },
      },
    )
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('title', { total })}
      closeButtonProps={{ 'aria-label': common('close') }}
      closeOnClickOutside={false}
    >
      <Stack>
        <Kind draft={draft} put={put} />
        <Text draft={draft} put={put} templates={templates} />
        {asked && preview.data && <MessagePreview preview={preview.data} />}
        {asked && preview.error && (
          <Alert color="red" role="alert">
            {preview.error.message}
          </Alert>
        )}
        {send.error && (
          <Alert color="red" role="alert">
            {send.error.message}
          </Alert>
        )}
        <DialogFoot onCancel={onClose}>
          <Button disabled={!isCurrent || sends === 0 || !!preview.error} loading={send.isPending} onClick={submit}>
            {t('send', { count: sends })}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  )
}

type PartProps = { draft: Draft; put: (changes: Partial<Draft>) => void }
/** The purpose has no default: what advertises needs consent. */
function Kind({ draft: { channel, purpose }, put }: PartProps) {
  const { t } = useTranslation('bulk-messages')
  return (
    <>
      <SegmentedControl
        aria-label={t('channel')}
        withItemsBorders={false}
        value={channel}
        data={bulkChannels.map((value) => ({ value, label: t(`channels.${value}`) }))}
        onChange={(chosen) => put({ channel: chosen === 'email' ? 'email' : 'sms', template: null })}
      />
      <Select
        label={t('purpose')}
        description={purpose && t(`purposeText.${purpose}`)}
        placeholder={t('choosePurpose')}
        required
        allowDeselect={false}
        data={messagePurposes.map((value) => ({ value, label: t(`purposes.${value}`) }))}
        value={purpose}
        onChange={(chosen) => put({ purpose: messagePurposes.find((one) => one === chosen) ?? null, template: null })}
      />
    </>
  )
}

function Text({ draft, put, templates }: PartProps & { templates: readonly MessageTemplate[] }) {
  const { t } = useTranslation('bulk-messages')
  const nameOf = useTemplateName()
  const { channel, purpose, subject, text, template } = draft
  const fitting = templates.filter((one) => one.channel === channel && one.purpose === purpose)
  return (
    <>
      {fitting.length > 0 && (
        <Select
          label={t('template')}
          placeholder={t('noTemplate')}
          clearable
          data={fitting.map((one) => ({ value: one._id, label: nameOf(one) }))}
          value={template}
          onChange={(chosen) => put({ template: chosen })}
        />
      )}
      {template === null && channel === 'email' && (
        <TextInput
          label={t('subject')}
          required
          dir="auto"
          maxLength={MAIL_SUBJECT_MAX}
          value={subject}
          onChange={({ currentTarget }) => put({ subject: currentTarget.value })}
        />
      )}
      {template === null && (
        <Textarea
          label={t('text')}
          description={t('textHint', { example: '{{lead.firstName}}' })}
          required
          dir="auto"
          autosize
          minRows={3}
          maxRows={10}
          maxLength={channel === 'sms' ? SMS_TEXT_MAX : MAIL_TEXT_MAX}
          value={text}
          onChange={({ currentTarget }) => put({ text: currentTarget.value })}
        />
      )}
    </>
  )
}

/** The message as the API takes it; undefined as long as something is missing. */
function messageOf({ channel, purpose, subject, text, template }: Draft, templates: readonly MessageTemplate[]) {
  if (!purpose) return undefined
  const chosen = templates.find(({ _id }) => _id === template)
  if (chosen) {
    const own = currentLanguage()
    const language = chosen.contents[own] ? own : (languages.find((one) => chosen.contents[one]) ?? own)
    return { channel, purpose, template: { _id: chosen._id, language } }
  }
  if (!text.trim() || (channel === 'email' && !subject.trim())) return undefined
  return { channel, purpose, text, ...(channel === 'email' && { subject }) }
}
