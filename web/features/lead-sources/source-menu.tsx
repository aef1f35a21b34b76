import { ActionIcon, Menu, Switch } from '@mantine/core'
import { IconDots, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { LeadSource } from '#contract/lead-sources/lead-sources.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { paths } from '../../lib/paths.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { TypedConfirm } from '../../ui/forms/typed-confirm.tsx'
import { useChangeSource, useRemoveSource, useRotateSource } from './lead-sources.api.ts'

/** Opens and closes the source, gives it another address, deletes it. */
export function SourceMenu({ source: { _id: id, campaignId, name, isEnabled } }: { source: LeadSource }) {
  const { t } = useTranslation('lead-sources')
  const { businessId } = useBusiness()
  const router = useRouter()
  const change = useChangeSource(businessId)
  const rotate = useRotateSource(businessId)
  const remove = useRemoveSource(businessId)
  const modals = { rotate: useModal('rotate-source'), remove: useModal('delete-source') }
  const onRotate = () =>
    rotate.mutate(id, {
      onSuccess: () => {
        toast.success(t('rotate.done'))
        modals.rotate.close()
      },
    })
  const onRemove = () =>
    remove.mutate(id, {
      onSuccess: () => {
        toast.success(t('remove.done'))
        router.history.replace(paths.campaignTab(businessId, campaignId, 'sources'))
      },
    })
  return (
    <>
      <Switch
        checked={isEnabled}
        aria-label={t('openOf', { name })}
        disabled={change.isPending}
        onChange={({ currentTarget }) => change.mutate({ id, isEnabled: currentTarget.checked })}
      />
      <Menu>
        <Menu.Target>
          <ActionIcon aria-label={t('menuOf', { name })}>
            <IconDots size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconRefresh />} onClick={modals.rotate.open}>
            {t('rotate.open')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash />} onClick={modals.remove.open}>
            {t('remove.open')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <TypedConfirm
        word={name}
        opened={modals.rotate.opened}
        title={t('rotate.title')}
        text={t('rotate.text')}
        action={t('rotate.submit')}
        isBusy={rotate.isPending}
        onClose={modals.rotate.close}
        onConfirm={onRotate}
      />
      <TypedConfirm
        word={name}
        opened={modals.remove.opened}
        title={t('remove.title')}
        text={t('remove.text')}
        action={t('remove.submit')}
        isBusy={remove.isPending}
        onClose={modals.remove.close}
        onConfirm={onRemove}
      />
    </>
  )
}
