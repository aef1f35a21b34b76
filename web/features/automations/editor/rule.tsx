import { ActionIcon, Menu } from '@mantine/core'
import { IconFilter, IconPencil } from '@tabler/icons-react'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { AutomationContent, Trigger } from '#contract/leads/automations/automation-shapes.ts'
import { lazily } from '../../../lib/lazy.ts'
import { isWhole, type Names, sentenceOfTrigger } from '../sentences/sentences.ts'
import { newTrigger } from '../steps/new-step.ts'
import { SentenceLine } from '../steps/sentence-line.tsx'
import { triggerIcons, triggerKinds } from '../steps/step-icons.ts'
import { StepList } from '../steps/step-list.tsx'
import steps from '../steps/steps.module.css'
import { WhereToken } from '../steps/where-token.tsx'
import classes from './editor.module.css'
import type { Draft } from './use-automation-draft.ts'

// Below the sentences, which are read first.
const RuleOptions = lazily(() => import('./rule-options.tsx'), 'RuleOptions')
const TriggerField = lazily(() => import('../fields/trigger-field.tsx'), 'TriggerField', { soon: true })

/** When, If and Then, as sentences. */
export function Rule({ draft, names }: { draft: Draft; names: Names }) {
  const { t } = useTranslation('automations')
  const { content } = draft
  const put = (changes: Partial<AutomationContent>) => draft.change({ ...content, ...changes })
  const isTriggerWhole = isWhole(sentenceOfTrigger(content.trigger, names))
  return (
    <div className={classes.rule}>
      <Block name={t('when')}>
        <When trigger={content.trigger} names={names} onChange={(trigger) => put({ trigger })} />
      </Block>
      <Block name={t('if')}>
        <div className={steps.row}>
          <IconFilter className={steps.icon} size={18} stroke={1.75} aria-hidden />
          <div className={steps.sentence}>
            <WhereToken
              where={content.conditions}
              label={t('fields.where')}
              none={t('none.conditions')}
              onChange={(conditions) => put({ conditions })}
            />
          </div>
        </div>
      </Block>
      <Block name={t('then')}>
        <StepList steps={content.steps} names={names} onChange={(all) => put({ steps: all })} />
      </Block>
      {!draft.isWhole && (
        <p className={classes.problem} role="status">
          {t(content.steps.length === 0 ? 'problems.noSteps' : isTriggerWhole ? 'problems.step' : 'problems.trigger')}
        </p>
      )}
      <Suspense>
        <RuleOptions content={content} onChange={put} />
      </Suspense>
    </div>
  )
}

const Block = ({ name, children }: { name: string; children: ReactNode }) => (
  <section className={classes.block} aria-label={name}>
    <h2 className={classes.blockName}>{name}</h2>
    <div className={classes.blockBody}>{children}</div>
  </section>
)

type WhenProps = { trigger: Trigger; names: Names; onChange: (trigger: Trigger) => void }

function When({ trigger, names, onChange }: WhenProps) {
  const { t } = useTranslation('automations')
  const Icon = triggerIcons[trigger.kind]
  return (
    <div className={steps.row} data-row="step">
      <Icon className={steps.icon} size={18} stroke={1.75} aria-hidden />
      <div className={steps.sentence}>
        <SentenceLine
          key={trigger.kind}
          sentence={sentenceOfTrigger(trigger, names)}
          names={names}
          panelOf={(field) => <TriggerField {...{ trigger, field, names, onChange }} />}
        />
      </div>
      <Menu withinPortal position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t('changeTrigger')}>
            <IconPencil size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {triggerKinds.map((kind) => {
            const Kind = triggerIcons[kind]
            return (
              <Menu.Item
                key={kind}
                leftSection={<Kind size={16} stroke={1.75} aria-hidden />}
                onClick={() => kind !== trigger.kind && onChange(newTrigger(kind))}
              >
                {t(`triggerKinds.${kind}`)}
              </Menu.Item>
            )
          })}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
