import { Button } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { id } from '#contract/common.ts'
import { type Automation, runStates } from '#contract/leads/automations/automations.ts'
import { lazily } from '../../../lib/lazy.ts'
import { paths } from '../../../lib/paths.ts'
import { useSearchState } from '../../../lib/search.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { useMedium, useNarrow } from '../../../lib/use-narrow.ts'
import { EditConflict } from '../../../ui/feedback/edit-conflict.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { UnsavedGuard } from '../../../ui/forms/unsaved-guard.tsx'
import { BackLink } from '../../../ui/layout/back-link.tsx'
import { EditableTitle } from '../../../ui/layout/editable-title.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { TabBar } from '../../../ui/layout/tab-bar.tsx'
import { automationsQuery } from '../automations.api.ts'
import { useNames } from '../sentences/use-names.ts'
import { AutomationActions } from './automation-actions.tsx'
import { AutomationState } from './automation-state.tsx'
import classes from './editor.module.css'
import { Rule } from './rule.tsx'
import { useAutomationDraft } from './use-automation-draft.ts'

// The sentences are read first.
const SideList = lazily(() => import('./side-list.tsx'), 'SideList')
const Runs = lazily(() => import('../runs/runs.tsx'), 'Runs', { soon: true })
const TrialDrawer = lazily(() => import('../trial/trial-drawer.tsx'), 'TrialDrawer', { soon: true })
const TrialPanel = lazily(() => import('../trial/trial-panel.tsx'), 'TrialPanel', { soon: true })

const Search = z.object({
  runs: z.enum(runStates).optional(),
  /** On narrow screens the runs are a tab. */
  tab: z.literal('runs').optional(),
  /** The runs of one lead. */
  lead: id.optional(),
})

/** The editor of an automation between the list and the trial. */
export function AutomationEditor({ stored }: { stored: Automation }) {
  const { t } = useTranslation('automations')
  const { businessId } = useBusiness()
  const [search, setSearch] = useSearchState(Search)
  const draft = useAutomationDraft(stored)
  const names = useNames()
  const [isNarrow, isMedium] = [useNarrow(), useMedium()]
  const [isTrying, setTrying] = useState(false)
  const [isTried, setTried] = useState(false)
  if (isTrying && !isTried) setTried(true)
  const { base, content, isChanged, theirs } = draft
  // The switch stands in the list.
  const listed = useQuery(automationsQuery(businessId)).data?.automations.find(({ _id }) => _id === base._id)
  const to = paths.automation(businessId, base._id)
  const showsRuns = !isNarrow || search.tab === 'runs'
  const trial = { automationId: base._id, content, names, isWhole: draft.isWhole }
  const tabs = [
    { key: 'rule', label: t('tabs.rule'), to, isActive: search.tab !== 'runs' },
    { key: 'runs', label: t('tabs.runs'), to, search: { tab: 'runs' }, isActive: search.tab === 'runs' },
  ]
  return (
    <Page
      title={base.name}
      heading={
        <EditableTitle
          name={base.name}
          renameLabel={t('rename', { name: base.name })}
          nameLabel={t('name')}
          onRename={(name) => void draft.rename(name)}
        />
      }
      before={<BackLink to={paths.automations(businessId)} label={t('toList')} />}
      beside={<AutomationState automation={{ ...base, isOn: listed?.isOn ?? base.isOn }} isChanged={isChanged} />}
      actions={<AutomationActions {...{ draft, names }} />}
    >
      <UnsavedGuard />
      {isNarrow && <TabBar label={t('tabs.label')} tabs={tabs} />}
      <div className={classes.columns}>
        {!isNarrow && (
          <Suspense fallback={<div />}>
            <SideList currentId={base._id} />
          </Suspense>
        )}
        <div className={classes.main}>
          {theirs && <EditConflict text={t('conflict')} onTheirs={() => draft.take(theirs)} onMine={draft.keepMine} />}
          {(!isNarrow || !showsRuns) && <Rule {...{ draft, names }} />}
          {(!isNarrow || !showsRuns) && isMedium && (
            <Button
              className={classes.try ?? ''}
              variant="default"
              leftSection={<IconFlask size={16} stroke={1.75} aria-hidden />}
              onClick={() => setTrying(true)}
            >
              {t('trial.title')}
            </Button>
          )}
          {showsRuns && (
            <Suspense fallback={<SkeletonRows rows={4} columns={2} />}>
              <Runs
                automation={base}
                names={names}
                state={search.runs}
                onState={(runs) => void setSearch({ runs })}
                leadId={search.lead}
                onAllLeads={() => void setSearch({ lead: undefined })}
              />
            </Suspense>
          )}
        </div>
        {!isMedium && (
          <aside className={classes.trial}>
            <Suspense>
              <TrialPanel {...trial} />
            </Suspense>
          </aside>
        )}
      </div>
      <Suspense>
        {isMedium && isTried && <TrialDrawer {...trial} opened={isTrying} onClose={() => setTrying(false)} />}
      </Suspense>
    </Page>
  )
}
