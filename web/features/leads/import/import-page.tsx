import { UnstyledButton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { id } from '#contract/common.ts'
import type { LeadImport } from '#contract/leads/sheets/lead-import.ts'
import { formatNumber } from '../../../lib/i18n/format.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useSearchState } from '../../../lib/search.ts'
import { useBusiness, useCan } from '../../../lib/session/session.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { NoPermission } from '../../../ui/feedback/no-permission.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { Close } from './close.tsx'
import { ImportFile } from './import-file.tsx'
import { importQuery } from './imports.api.ts'
import classes from './steps.module.css'
import { useDraft } from './use-draft.ts'

const ImportWhat = lazily(() => import('./import-what.tsx'), 'ImportWhat', { soon: true })
const ImportColumns = lazily(() => import('./import-columns.tsx'), 'ImportColumns')
const ImportCheck = lazily(() => import('./import-check.tsx'), 'ImportCheck')
const ImportResult = lazily(() => import('./import-result.tsx'), 'ImportResult')

const steps = ['file', 'what', 'columns', 'check', 'import'] as const
const Search = z.object({
  id: id.optional(),
  step: z.enum(['what', 'columns', 'check']).default('what'),
  /** An import whose settings the next file gets. */
  again: id.optional(),
})
type Step = z.output<typeof Search>['step']
const isStep = (step: (typeof steps)[number]): step is Step => step !== 'file' && step !== 'import'

/** Leads from a CSV or Excel file, in five steps. */
export function ImportPage() {
  const { t } = useTranslation('lead-sheets')
  const { businessId } = useBusiness()
  const mayImport = useCan('leads.import')
  const [{ id: importId, step, again }, set] = useSearchState(Search)
  if (!mayImport)
    return (
      <Page title={t('import.title')}>
        <NoPermission />
      </Page>
    )
  if (importId)
    return <Import key={importId} {...{ businessId, importId, step }} onStep={(next) => void set({ step: next })} />
  return (
    <Page
      title={t('import.title')}
      context={t('import.limits')}
      toolbar={<Steps current="file" />}
      before={<Close businessId={businessId} draftId={undefined} />}
    >
      <ImportFile
        businessId={businessId}
        settingsOf={again}
        onOpen={(one) => void set({ id: one, step: 'what', again: undefined })}
      />
    </Page>
  )
}

type Props = { businessId: string; importId: string; step: Step; onStep: (step: Step) => void }
function Import({ businessId, importId, step, onStep }: Props) {
  const { t } = useTranslation('lead-sheets')
  const { data, error, refetch } = useQuery(importQuery(businessId, importId))
  const one = data?.import
  const current = one && one.state !== 'draft' ? 'import' : step
  return (
    <Page
      title={t('import.title')}
      context={
        one && (
          <>
            <bdi>{one.name}</bdi> · {t('import.rows', { count: one.rows, total: formatNumber(one.rows) })}
          </>
        )
      }
      toolbar={<Steps current={current} {...(one?.state === 'draft' && { onStep })} />}
      before={
        <Close businessId={businessId} draftId={one?.state === 'draft' && step === 'check' ? one._id : undefined} />
      }
      flush={one?.state === 'draft' && step === 'columns'}
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonRows rows={5} columns={3} />}
      <Suspense fallback={<SkeletonRows rows={5} columns={3} />}>
        {one && one.state === 'draft' && <Draft file={one} {...{ businessId, step, onStep }} />}
        {one && one.state !== 'draft' && <ImportResult file={one} businessId={businessId} />}
      </Suspense>
    </Page>
  )
}

/** What is chosen stays while one goes back and forth between the steps. */
function Draft({ file, businessId, step, onStep }: Omit<Props, 'importId'> & { file: LeadImport }) {
  const draft = useDraft({ businessId, file, isShown: step !== 'what' })
  const props = { businessId, file, onStep, ...draft }
  if (step === 'columns') return <ImportColumns {...props} />
  if (step === 'check' && file.settings) return <ImportCheck {...props} />
  return <ImportWhat {...props} />
}

type StepsProps = { current: (typeof steps)[number]; onStep?: (step: Step) => void }
/** Steps that are done can be gone back to. */
function Steps({ current, onStep }: StepsProps) {
  const { t } = useTranslation('lead-sheets')
  const at = steps.indexOf(current)
  return (
    <ol className={classes.steps}>
      {steps.map((step, i) => {
        const isDone = i < at
        const label = (
          <>
            <span className={classes.number}>{isDone ? <IconCheck size={14} aria-hidden /> : i + 1}</span>
            <span className={classes.stepName}>{t(`import.steps.${step}`)}</span>
          </>
        )
        return (
          <li
            key={step}
            className={classes.step}
            data-done={isDone || undefined}
            aria-current={i === at ? 'step' : undefined}
          >
            {isDone && onStep && isStep(step) ? (
              <UnstyledButton className={classes.stepLink} onClick={() => onStep(step)}>
                {label}
              </UnstyledButton>
            ) : (
              label
            )}
          </li>
        )
      })}
    </ol>
  )
}
