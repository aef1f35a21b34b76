import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconHistory, IconRestore, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazily } from '../../../lib/lazy.ts'
import { paths } from '../../../lib/paths.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { discardUnsaved } from '../../../lib/unsaved/unsaved.ts'
import { useNarrow } from '../../../lib/use-narrow.ts'
import type { Names } from '../sentences/sentences.ts'
import classes from './editor.module.css'
import type { Draft } from './use-automation-draft.ts'

const Versions = lazily(() => import('./versions.tsx'), 'Versions')
const RemoveDialog = lazily(() => import('../list/remove-dialog.tsx'), 'RemoveDialog')

/** Saves, publishes, and what else is done with an automation. */
export function AutomationActions({ draft, names }: { draft: Draft; names: Names }) {
  const { t } = useTranslation(['automations', 'common'])
  const { businessId } = useBusiness()
  const navigate = useNavigate()
  const isNarrow = useNarrow()
  const [open, setOpen] = useState<'versions' | 'remove' | null>(null)
  const { base, isChanged, isWhole, isBusy, theirs } = draft
  const isStuck = theirs !== null
  const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const
  const leave = () => {
    discardUnsaved()
    void navigate({ to: paths.automations(businessId) })
  }
  return (
    <>
      {isChanged && !isNarrow && <span className={classes.unsaved}>{t('unsaved')}</span>}
      <Menu withinPortal position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" aria-label={t('more')}>
            <IconDots {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconHistory {...icon} />}
            disabled={base.version === null}
            onClick={() => setOpen('versions')}
          >
            {t('versions.title')}
          </Menu.Item>
          {base.version !== null && (base.hasDraft || isChanged) && (
            <Menu.Item leftSection={<IconRestore {...icon} />} onClick={() => void draft.discard()}>
              {t('discard', { version: base.version })}
            </Menu.Item>
          )}
          <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => setOpen('remove')}>
            {t('delete', { ns: 'common' })}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isChanged && (
        <Button variant="default" disabled={isBusy} onClick={draft.undo}>
          {t('cancel', { ns: 'common' })}
        </Button>
      )}
      {isChanged && (
        <Button variant="default" disabled={!isWhole || isStuck || isBusy} onClick={() => void draft.save()}>
          {t('save')}
        </Button>
      )}
      <Button
        disabled={!isWhole || isStuck || !(isChanged || base.hasDraft || base.isOwnerGone)}
        loading={isBusy}
        onClick={() => void draft.publish()}
      >
        {t('publish')}
      </Button>
      <Suspense>
        {open === 'versions' && (
          <Versions
            {...{ names }}
            automationId={base._id}
            onClose={() => setOpen(null)}
            onRestore={(content) => {
              draft.change(content)
              setOpen(null)
            }}
          />
        )}
        {open === 'remove' && <RemoveDialog automation={base} onClose={() => setOpen(null)} onRemoved={leave} />}
      </Suspense>
    </>
  )
}
