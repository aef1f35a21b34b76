import { IconBan } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { fillIds } from '../../../lib/paths.ts'
import { useBusiness, useCan } from '../../../lib/session/session.ts'
import { pathsOf, usePages } from '../../../shared/pages.ts'
import { InterpolatedText } from '../../../ui/display/interpolated-text.tsx'
import word from '../editor/flow-editor.module.css'
import { AddStep } from './add-step.tsx'
import classes from './flow-tree.module.css'
import type { FlowEdits } from './use-flow-edits.ts'

const START = [{ parent: null, index: 0 }]

/** Blocked callers are turned away before the first step. It is no step: it holds for all flows. */
export function BlacklistRow({ edits, flowId }: { edits: FlowEdits; flowId: string }) {
  const { t } = useTranslation('call-flows')
  const { businessId } = useBusiness()
  const mayOpen = useCan('blacklist.edit')
  const page = usePages().find(({ menu }) => menu?.key === 'blacklist')
  const name = t('blacklist.list')
  const list =
    mayOpen && page ? (
      <Link className={word.link} to={fillIds(pathsOf(page)[0], { businessId })}>
        {name}
      </Link>
    ) : (
      name
    )
  return (
    <li className={classes.fixed}>
      <span className={classes.number} aria-hidden>
        1
      </span>
      <IconBan className={classes.icon} size={18} stroke={1.75} aria-hidden />
      <div className={classes.words}>
        <div className={classes.sentence}>
          <InterpolatedText text={(marks) => t('blacklist.sentence', marks)} parts={{ list }} />
        </div>
        <div className={classes.second}>{t('blacklist.second')}</div>
      </div>
      <AddStep places={START} edits={edits} flowId={flowId} isReachable />
    </li>
  )
}
