import { Button, Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type LeadSourceKind, leadSourceKinds } from '#contract/lead-sources/lead-sources.ts'
import { paths } from '../../lib/paths.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { kindIcons } from './kinds.ts'
import { useCreateSource } from './lead-sources.api.ts'

/** Makes an address for one kind of sender, and opens its page. */
export function NewSource({ campaignId }: { campaignId: string }) {
  const { t } = useTranslation('lead-sources')
  const { businessId } = useBusiness()
  const router = useRouter()
  const create = useCreateSource(businessId, campaignId)
  const make = (kind: LeadSourceKind) =>
    create.mutate(
      { kind, name: t(`kinds.${kind}`) },
      { onSuccess: ({ source }) => router.history.push(paths.leadSource(businessId, campaignId, source._id)) },
    )
  return (
    <Menu>
      <Menu.Target>
        <Button loading={create.isPending} leftSection={<IconPlus size={16} stroke={2} aria-hidden />}>
          {t('create')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {leadSourceKinds.map((kind) => {
          const Icon = kindIcons[kind]
          return (
            <Menu.Item key={kind} leftSection={<Icon />} onClick={() => make(kind)}>
              {t(`kinds.${kind}`)}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
