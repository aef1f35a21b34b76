import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallFlow } from '#contract/calls/flows/call-flows.ts'
import { type FlowProblem, problemsOf } from '#contract/calls/flows/flow-problems.ts'
import { lazily } from '../../../lib/lazy.ts'
import { paths } from '../../../lib/paths.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { useNarrow } from '../../../lib/use-narrow.ts'
import { EditConflict } from '../../../ui/feedback/edit-conflict.tsx'
import { UnsavedGuard } from '../../../ui/forms/unsaved-guard.tsx'
import { BackLink } from '../../../ui/layout/back-link.tsx'
import { EditableTitle } from '../../../ui/layout/editable-title.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { useFlowNames } from '../sentences/use-flow-names.ts'
import { BlacklistRow } from '../tree/blacklist-row.tsx'
import { FlowTree } from '../tree/flow-tree.tsx'
import { useFlowEdits } from '../tree/use-flow-edits.ts'
import { useTrial } from '../trial/use-trial.ts'
import classes from './flow-editor.module.css'
import { FlowFoot } from './flow-foot.tsx'
import { FlowNumbers } from './flow-numbers.tsx'
import { FlowSettingsRow } from './flow-settings.tsx'
import { FlowState } from './flow-state.tsx'
import { PublishButton } from './publish-button.tsx'
import { SavesBeforeLeaving, useFlowSaver } from './use-flow-saver.tsx'

// The steps are read first.
const TrialPanel = lazily(() => import('../trial/trial-panel.tsx'), 'TrialPanel', { soon: true })

/** Problems of the draft as it is, and those of the last save that only the server sees. */
function problemsNow({ problems }: CallFlow, content: Parameters<typeof problemsOf>[0]): FlowProblem[] {
  const known = new Set(content.steps.map(({ id }) => id))
  const ofOthers = problems.filter(
    ({ kind, stepId }) =>
      (kind === 'no_such_flow' || kind === 'leads_back' || kind === 'no_such_sound') && known.has(stepId ?? ''),
  )
  return [...problemsOf(content), ...ofOthers.map(({ kind, stepId }) => ({ kind, stepId, branch: null }))]
}

/** The editor of a flow, whose draft saves itself. */
export function FlowEditor({ stored }: { stored: CallFlow }) {
  const { t } = useTranslation('call-flows')
  const { businessId } = useBusiness()
  const { saver, now } = useFlowSaver(stored)
  const names = useFlowNames()
  const edits = useFlowEdits(saver)
  const isNarrow = useNarrow()
  const [isPublishing, setPublishing] = useState(false)
  const { flow, content, theirs } = now
  const trial = useTrial(flow)
  const problems = problemsNow(flow, content)
  const goTo = ({ kind, stepId, branch }: FlowProblem) => {
    const parent = kind === 'no_end' && stepId && branch ? `${stepId} ${branch}` : null
    const key = kind === 'no_end' ? `end of ${parent ?? 'top'}` : (stepId ?? '')
    if (parent) edits.open(parent)
    edits.show(key, stepId)
  }
  const publish = <PublishButton {...{ saver, now, problems, isPublishing, setPublishing, goTo }} />
  return (
    <Page
      title={now.name}
      heading={
        <EditableTitle
          name={now.name}
          renameLabel={t('rename', { name: now.name })}
          nameLabel={t('name')}
          onRename={saver.rename}
        />
      }
      before={<BackLink to={paths.callFlows(businessId)} label={t('toList')} />}
      beside={<FlowState flow={flow} isChanged={now.state !== 'saved'} />}
      context={<FlowNumbers flow={flow} onChanged={saver.note} />}
      actions={isNarrow && publish}
      footer={<FlowFoot {...{ saver, now, names }} publish={!isNarrow && publish} />}
    >
      <SavesBeforeLeaving saver={saver} />
      <UnsavedGuard />
      <div className={classes.beside}>
        <div className={classes.editor}>
          {theirs && (
            <EditConflict
              text={t(theirs.draftBy ? 'conflictBy' : 'conflict', { name: theirs.draftBy?.name })}
              onTheirs={() => saver.take(theirs)}
              onMine={saver.keepMine}
            />
          )}
          <FlowSettingsRow
            settings={content.settings}
            onChange={(settings) => saver.change({ ...content, settings })}
          />
          <FlowTree flowId={flow._id} {...{ content, problems, names, edits }} lit={trial.lit}>
            <BlacklistRow {...{ edits }} flowId={flow._id} />
          </FlowTree>
        </div>
        <Suspense>
          <TrialPanel {...{ flow, content, names, trial }} isSaved={now.state === 'saved'} />
        </Suspense>
      </div>
    </Page>
  )
}
