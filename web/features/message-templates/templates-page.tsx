import { ActionIcon, Button } from '@mantine/core'
import { IconMessage2, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccountText, MessageTemplate } from '#contract/leads/messages/message-templates.ts'
import { renderText } from '#contract/leads/messages/template-text.ts'
import { templateVariableNames } from '#contract/leads/messages/template-variables.ts'
import { lazily } from '../../lib/lazy.ts'
import { useBusiness, useCan } from '../../lib/session/session.ts'
import { messageTemplatesQuery } from '../../shared/message-templates/message-templates.api.ts'
import { useTemplateName } from '../../shared/message-templates/template-name.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { languageName } from './language-name.ts'
import { useRemoveTemplate, useRestoreTemplate } from './message-templates.api.ts'
import classes from './templates-page.module.css'

const TemplateDialog = lazily(() => import('./template-dialog.tsx'), 'TemplateDialog')
const AccountDialog = lazily(() => import('./account-dialog.tsx'), 'AccountDialog')

/** The open dialog: a new template, or one of the list. */
type Open = { template: MessageTemplate | null }

/** The business's templates of messages to leads. */
export function TemplatesPage() {
  const { t } = useTranslation('message-templates')
  const { businessId } = useBusiness()
  const canManage = useCan('business.settings')
  const { data, error, refetch } = useQuery({ ...messageTemplatesQuery(businessId), enabled: canManage })
  const [open, setOpen] = useState<Open>()
  const add = (
    <Button leftSection={<IconPlus stroke={2} aria-hidden />} onClick={() => setOpen({ template: null })}>
      {t('add')}
    </Button>
  )
  return (
    <Page title={t('title')} context={t('text')} actions={data && data.length > 0 && add}>
      {!canManage && <NoPermission />}
      {canManage && !data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {canManage && !data && !error && <SkeletonRows rows={5} columns={3} />}
      {data?.length === 0 && (
        <EmptyState icon={<IconMessage2 />} title={t('empty')} text={t('emptyText')} action={add} />
      )}
      {data && data.length > 0 && (
        <ul className={classes.rows} aria-label={t('title')}>
          {data.map((template) => (
            <TemplateRow key={template._id} template={template} onOpen={() => setOpen({ template })} />
          ))}
        </ul>
      )}
      <Suspense>
        {open?.template?.account && <AccountDialog template={open.template} onClose={() => setOpen(undefined)} />}
        {open && !open.template?.account && (
          <TemplateDialog
            key={open.template?._id ?? 'new'}
            template={open.template}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Suspense>
    </Page>
  )
}

function TemplateRow({ template, onOpen }: { template: MessageTemplate; onOpen: () => void }) {
  const { t } = useTranslation('message-templates')
  const { businessId } = useBusiness()
  const name = useTemplateName()(template)
  const remove = useRemoveTemplate(businessId)
  const restore = useRestoreTemplate(businessId)
  const { channel, purpose, contents, account, _id } = template
  const language = (account ?? contents).he ? 'he' : 'en'
  const values = Object.fromEntries(
    templateVariableNames.map((variable) => [variable, `[${t(`variables.${variable.replace('.', '_')}`)}]`]),
  )
  const { text } = renderText(contents[language]?.text ?? account?.[language]?.text ?? '', {
    values,
    gender: 'unknown',
  })
  const states = account && (['he', 'en'] as const).flatMap((one) => account[one] ?? [])
  const drop = () =>
    void remove.mutateAsync(_id).then(
      () =>
        toast.success(t('removed', { name }), {
          undo: () => void restore.mutateAsync(_id).catch(() => undefined),
        }),
      () => undefined,
    )
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <h2 className={classes.name}>
          <button type="button" className={classes.open} onClick={onOpen}>
            <bdi>{name}</bdi>
          </button>
        </h2>
        <span className={classes.second} lang={language} dir={language === 'he' ? 'rtl' : 'ltr'}>
          {text}
        </span>
      </div>
      <div className={classes.words}>
        <span>{t(`channels.${channel}`)}</span>
        <span className={classes.second}>
          {[
            t(`purposes.${purpose}`),
            ...(['he', 'en'] as const).filter((one) => (account ?? contents)[one]).map((one) => t(`languages.${one}`)),
          ].join(' · ')}
        </span>
        {states && <States states={states} />}
      </div>
      {!account && (
        <ActionIcon aria-label={t('removeOf', { name })} title={t('remove')} loading={remove.isPending} onClick={drop}>
          <IconTrash size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
}

/** The state at WhatsApp of each language, or why it cannot be sent. */
function States({ states }: { states: readonly AccountText[] }) {
  const { t } = useTranslation('message-templates')
  return states.map(({ code, state, obstacle }) => (
    <span key={code} className={classes.state} data-obstacle={obstacle !== null || undefined}>
      <bdi>{languageName(code)}</bdi>:{' '}
      {t(obstacle === null || obstacle === 'state' ? `account.states.${state}` : `account.obstacles.${obstacle}`)}
    </span>
  ))
}
