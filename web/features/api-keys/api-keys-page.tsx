import { Anchor, Button } from '@mantine/core'
import { IconExternalLink, IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiKey } from '#contract/auth/api-keys.ts'
import { lazily } from '../../lib/lazy.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { paths } from '../../lib/paths.ts'
import { useBusiness, useCan } from '../../lib/session/session.ts'
import { RequestLog } from '../../shared/request-log/request-log.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { TypedConfirm } from '../../ui/forms/typed-confirm.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ApiKeyRow } from './api-key-row.tsx'
import { apiKeysQuery, keyPayloadsQuery, useRemoveApiKey } from './api-keys.api.ts'
import classes from './api-keys-page.module.css'

const CreateKey = lazily(() => import('./create-key.tsx'), 'CreateKey')
const EditKey = lazily(() => import('./edit-key.tsx'), 'EditKey')

/** Path of the API reference on the server. */
const REFERENCE = '/api/docs'

export function ApiKeysPage() {
  const { t } = useTranslation('api-keys')
  const canManage = useCan('business.settings')
  if (canManage) return <Keys />
  return (
    <Page title={t('title')}>
      <NoPermission />
    </Page>
  )
}

function Keys() {
  const { t } = useTranslation('api-keys')
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery(apiKeysQuery(businessId))
  const creating = useModal('create-key')
  const editing = useModal('edit-key')
  const deleting = useModal('delete-key')
  const requests = useModal('requests')
  const [edited, setEdited] = useState<ApiKey>()
  const [doomed, setDoomed] = useState<ApiKey>()
  const [looked, setLooked] = useState<ApiKey>()
  const remove = useRemoveApiKey(businessId)
  const keys = data?.apiKeys ?? []
  const isFirst = data !== undefined && keys.length === 0
  const create = (
    <Button leftSection={<IconPlus stroke={2} />} onClick={creating.open}>
      {t('create')}
    </Button>
  )
  const reference = (
    <Anchor className={classes.reference} href={REFERENCE} target="_blank" rel="noreferrer">
      {t('reference')}
      <IconExternalLink size={14} stroke={2} aria-hidden />
    </Anchor>
  )

  return (
    <Page title={t('title')} context={t('text')} actions={data && !isFirst && create}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonRows rows={4} columns={4} />}
      {isFirst && (
        <EmptyState
          icon={<IconKey />}
          title={t('empty.title')}
          text={t('empty.text')}
          action={
            <>
              {create}
              {reference}
            </>
          }
        />
      )}
      {keys.length > 0 && (
        <>
          <ul className={classes.keys}>
            {keys.map((apiKey) => (
              <ApiKeyRow
                key={apiKey._id}
                apiKey={apiKey}
                onEdit={() => {
                  setEdited(apiKey)
                  editing.open()
                }}
                onRequests={() => {
                  setLooked(apiKey)
                  requests.open()
                }}
                onDelete={() => {
                  setDoomed(apiKey)
                  deleting.open()
                }}
              />
            ))}
          </ul>
          {reference}
        </>
      )}
      <Suspense>{creating.opened && <CreateKey onClose={creating.close} />}</Suspense>
      <Suspense>
        {edited && <EditKey key={edited._id} apiKey={edited} opened={editing.opened} onClose={editing.close} />}
      </Suspense>
      <Suspense>{looked && <KeyRequests apiKey={looked} opened={requests.opened} onClose={requests.close} />}</Suspense>
      {doomed && (
        <TypedConfirm
          opened={deleting.opened}
          title={t('remove.title')}
          text={t('remove.text')}
          word={doomed.name}
          action={t('remove.submit')}
          isBusy={remove.isPending}
          onClose={deleting.close}
          onConfirm={() =>
            remove.mutate(doomed._id, {
              onSuccess: () => {
                toast.success(t('remove.done'))
                deleting.close()
              },
            })
          }
        />
      )}
    </Page>
  )
}

/** The latest requests made with a key. */
function KeyRequests({ apiKey, opened, onClose }: { apiKey: ApiKey; opened: boolean; onClose: () => void }) {
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery({ ...keyPayloadsQuery(businessId, apiKey._id), enabled: opened })
  return (
    <RequestLog
      opened={opened}
      onClose={onClose}
      name={apiKey.name}
      requests={data?.payloads}
      error={error}
      onRetry={() => void refetch()}
      pathOf={(lead) => paths.lead(businessId, lead.campaignId, lead._id)}
    />
  )
}
