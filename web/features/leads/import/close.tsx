import { ActionIcon, Button, Group, Modal, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IMPORT_DRAFT_DAYS } from '#contract/leads/sheets/lead-import.ts'
import { paths } from '../../../lib/paths.ts'
import { useImportActs } from './imports.api.ts'

/** `draftId`: a draft so far chosen that one asks before it is left. */
type Props = { businessId: string; draftId: string | undefined }

/** Back to the leads. The draft stays, unless it is discarded. */
export function Close({ businessId, draftId }: Props) {
  const { t } = useTranslation('lead-sheets')
  const { t: common } = useTranslation()
  const navigate = useNavigate()
  const { remove } = useImportActs(businessId)
  const [isAsking, setAsking] = useState(false)
  const leave = () => void navigate({ to: paths.leads(businessId) })
  return (
    <>
      <ActionIcon aria-label={common('close')} onClick={() => (draftId ? setAsking(true) : leave())}>
        <IconX size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
      <Modal
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('import.closeTitle')}
        closeButtonProps={{ 'aria-label': common('close') }}
      >
        <Text>{t('import.closeText', { count: IMPORT_DRAFT_DAYS })}</Text>
        <Group justify="flex-end" gap="xs" mt="md">
          <Button
            variant="default"
            loading={remove.isPending}
            onClick={() => draftId && remove.mutate(draftId, { onSuccess: leave })}
          >
            {t('import.discard')}
          </Button>
          <Button onClick={leave}>{t('import.leave')}</Button>
        </Group>
      </Modal>
    </>
  )
}
