import { Button, Group, Modal, Radio, Select, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Campaign } from '#contract/campaigns.ts'
import { formatNumber } from '../../lib/i18n/format.ts'
import { campaignNamesQuery, useBusiness } from '../../lib/session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useRemoveCampaign } from './campaigns.api.ts'

type Props = {
  campaign: Campaign | undefined
  opened: boolean
  close: () => void
  /** After the deletion. */
  onDone?: () => void
}

/** Deletion cannot be undone: it requires the campaign's name and a target for its leads. */
export function DeleteCampaign({ campaign, opened, close, onDone = () => undefined }: Props) {
  const { t } = useTranslation(['campaigns', 'common'])
  return (
    <Modal
      opened={opened && campaign !== undefined}
      onClose={close}
      title={t('remove.title')}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      {campaign && <Question campaign={campaign} onClose={close} onDone={onDone} />}
    </Modal>
  )
}

type QuestionProps = { campaign: Campaign; onClose: () => void; onDone: () => void }

function Question({ campaign, onClose, onDone }: QuestionProps) {
  const { t } = useTranslation(['campaigns', 'common'])
  const { businessId } = useBusiness()
  const remove = useRemoveCampaign(businessId)
  const [fate, setFate] = useState<'trash' | 'move'>('trash')
  const [to, setTo] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const hasLeads = campaign.leadsCount > 0
  const isReady = typed.trim() === campaign.name.trim() && (fate === 'trash' || to !== null)

  const send = () =>
    remove.mutate(
      { id: campaign._id, leads: fate, ...(fate === 'move' && to && { to }) },
      {
        onSuccess: () => {
          toast.success(t('remove.done'))
          onClose()
          onDone()
        },
      },
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) send()
      }}
    >
      <Stack>
        <Text>{t('remove.text')}</Text>
        {hasLeads && (
          <Radio.Group
            label={t('remove.leads', { count: campaign.leadsCount, formatted: formatNumber(campaign.leadsCount) })}
            value={fate}
            onChange={(value) => setFate(value === 'move' ? 'move' : 'trash')}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="trash" label={t('remove.trash')} description={t('remove.trashText')} />
              <Radio value="move" label={t('remove.move')} />
            </Stack>
          </Radio.Group>
        )}
        {hasLeads && fate === 'move' && <MoveTo from={campaign._id} value={to} onChange={setTo} />}
        <TextInput
          label={t('typeToConfirm', { ns: 'common', word: campaign.name })}
          value={typed}
          dir="auto"
          autoComplete="off"
          data-autofocus
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel', { ns: 'common' })}
          </Button>
          <Button type="submit" color="red" disabled={!isReady} loading={remove.isPending}>
            {t('remove.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type MoveProps = { from: string; value: string | null; onChange: (campaignId: string | null) => void }

function MoveTo({ from, value, onChange }: MoveProps) {
  const { t } = useTranslation('campaigns')
  const { businessId } = useBusiness()
  const { data } = useQuery(campaignNamesQuery(businessId))
  const others = (data?.campaigns ?? []).filter(({ _id }) => _id !== from)
  return (
    <Select
      label={t('remove.to')}
      placeholder={t('remove.choose')}
      searchable
      data={others.map(({ _id, name }) => ({ value: _id, label: name }))}
      nothingFoundMessage={t('noData')}
      value={value}
      onChange={onChange}
    />
  )
}
