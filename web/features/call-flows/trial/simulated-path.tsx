import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CallFlow, Simulation } from '#contract/calls/flows/call-flows.ts'
import { type FlowContent, type MenuKey, menuKeys } from '#contract/calls/flows/flow-shapes.ts'
import { formatPhone } from '#contract/values/phones.ts'
import { currentLanguage } from '../../../lib/i18n/i18n.ts'
import { CallStatus } from '../../../shared/call-status.tsx'
import { type FlowNames, shortText } from '../sentences/flow-sentences.ts'
import { numberOf } from '../tree/flow-rows.ts'
import classes from './trial.module.css'
import type { Trial } from './use-trial.ts'

type Props = { simulation: Simulation; flow: CallFlow; content: FlowContent; names: FlowNames; trial: Trial }

/** The steps that the call passes, in words. */
export function SimulatedPath({ simulation, flow, content, names, trial }: Props) {
  const { t } = useTranslation('call-flows')
  const { steps, refused, ending, status, knownBy } = simulation
  let menus = 0
  return (
    <section aria-label={t('trial.path')} aria-live="polite">
      <h3 className={classes.head}>{t('trial.path')}</h3>
      {knownBy && <p className={classes.note}>{t('trial.knownBy', { name: knownBy.name })}</p>}
      <ol className={classes.path}>
        {refused && (
          <li className={classes.passed}>
            <span className={classes.number}>1</span>
            <span>{t(`trial.refused.${refused}`)}</span>
          </li>
        )}
        {steps.map((passed, i) => {
          const { flowId, stepId, branch, rings } = passed
          const step = flowId === flow._id ? content.steps.find(({ id }) => id === stepId) : undefined
          const menu = step?.kind === 'menu' ? menus++ : null
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a call may pass a step of two flows with the same id.
            <li key={`${i} ${flowId} ${stepId}`} className={classes.passed}>
              <span className={classes.number}>{step ? numberOf(content.steps, step.id) : '·'}</span>
              <span className={classes.words}>
                <span>{step ? shortText(step, names) : t('trial.otherFlow', { name: names.flowOf(flowId) })}</span>
                {menu === null && branch && <span className={classes.second}>{t(`branches.${branch}`)}</span>}
                {menu !== null && step?.kind === 'menu' && <MenuChoice keys={step.keys} at={menu} trial={trial} />}
                {rings && <Rings rings={rings} />}
              </span>
            </li>
          )
        })}
      </ol>
      <p className={classes.result}>
        <span>{t(`trial.endings.${ending}`)}</span>
        <span className={classes.status}>
          {t('trial.recorded')} <CallStatus status={status} state="ended" />
        </span>
      </p>
    </section>
  )
}

type Choice = { keys: readonly { key: MenuKey; label: string }[]; at: number; trial: Trial }
/** The key that is pressed in a menu; menus after it are asked again. */
function MenuChoice({ keys, at, trial }: Choice) {
  const { t } = useTranslation('call-flows')
  const labelOf = ({ key, label }: { key: MenuKey; label: string }) =>
    label ? t('branches.keyNamed', { key, label }) : t('branches.key', { key })
  return (
    <Select
      size="xs"
      aria-label={t('trial.pressed')}
      data={[{ value: '', label: t('trial.noKey') }, ...keys.map((one) => ({ value: one.key, label: labelOf(one) }))]}
      value={trial.keys[at] ?? ''}
      allowDeselect={false}
      onChange={(chosen) => {
        const key = menuKeys.find((one) => one === chosen)
        trial.setKeys([...trial.keys.slice(0, at), ...(key ? [key] : [])])
      }}
    />
  )
}

/** Who rings, group after group. */
function Rings({ rings }: { rings: NonNullable<Simulation['steps'][number]['rings']> }) {
  const { t } = useTranslation('call-flows')
  const and = new Intl.ListFormat(currentLanguage())
  if (rings.length === 0) return <span className={classes.none}>{t('trial.noOne')}</span>
  return (
    <span className={classes.second}>
      {rings
        .map((group) =>
          and.format(
            group.map(({ user, phone, isAway }) => {
              const name = user?.name ?? (phone ? `\u2066${formatPhone(phone)}\u2069` : '')
              return isAway ? t('trial.away', { name }) : name
            }),
          ),
        )
        .join(` ${t('trial.then')} `)}
    </span>
  )
}
