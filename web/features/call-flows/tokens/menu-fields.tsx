import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import {
  type FlowBranch,
  type FlowStepOf,
  MENU_LABEL_MAX,
  type MenuKey,
  menuKeys,
} from '#contract/calls/flows/flow-shapes.ts'
import { Radios } from './simple-fields.tsx'
import classes from './tokens.module.css'

type Menu = FlowStepOf<'menu'>
export type MenuEdit = {
  menu: Menu
  /** Steps stand in the branch. */
  isFilled: (branch: FlowBranch) => boolean
  onChange: (menu: Menu) => void
  /** The steps of a branch follow its key. */
  onRename: (menu: Menu, from: FlowBranch, to: FlowBranch) => void
  /** The steps of a branch go with it. */
  onRemove: (menu: Menu, branch: FlowBranch) => void
}

/** The keys that a caller may press, with the words that name their branches. */
export function KeysField({ menu, onChange, onRename, onRemove }: MenuEdit) {
  const { t } = useTranslation('call-flows')
  const { keys, otherwiseAs } = menu
  const free = menuKeys.filter((key) => !keys.some((one) => one.key === key))
  const next = free[0]
  const keyOf = (chosen: string | null) => menuKeys.find((one) => one === chosen)
  const rename = (from: MenuKey, chosen: string | null) => {
    const key = keyOf(chosen)
    if (!key || key === from) return
    const renamed = keys.map((one) => (one.key === from ? { ...one, key } : one))
    onRename({ ...menu, keys: renamed, otherwiseAs: otherwiseAs === from ? key : otherwiseAs }, from, key)
  }
  const remove = (key: MenuKey) => {
    const left = keys.filter((one) => one.key !== key)
    const as = otherwiseAs === key ? (left[0]?.key ?? null) : otherwiseAs
    onRemove({ ...menu, keys: left, otherwiseAs: as }, key)
  }
  return (
    <div className={classes.fields}>
      <ul className={classes.keys}>
        {keys.map(({ key, label }) => (
          <li key={key} className={classes.key}>
            <Select
              aria-label={t('keys.keyOf', { key })}
              allowDeselect={false}
              comboboxProps={{ withinPortal: false }}
              data={menuKeys
                .filter((one) => one === key || free.includes(one))
                .map((one) => ({ value: one, label: one }))}
              value={key}
              onChange={(chosen) => rename(key, chosen)}
            />
            <TextInput
              dir="auto"
              aria-label={t('keys.labelOf', { key })}
              placeholder={t('keys.label')}
              maxLength={MENU_LABEL_MAX}
              autoComplete="off"
              value={label}
              onChange={({ currentTarget: { value } }) =>
                onChange({ ...menu, keys: keys.map((one) => (one.key === key ? { ...one, label: value } : one)) })
              }
            />
            <ActionIcon aria-label={t('keys.remove', { key })} disabled={keys.length === 1} onClick={() => remove(key)}>
              <IconX size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus stroke={2} />}
          disabled={!next}
          onClick={() => next && onChange({ ...menu, keys: [...keys, { key: next, label: '' }] })}
        >
          {t('keys.add')}
        </Button>
      </div>
      <p className={classes.note}>{t('keys.text')}</p>
    </div>
  )
}

/** What happens without a known key: a branch of its own, or that of a key. */
export function OtherwiseField({ menu, isFilled, onChange, onRemove }: MenuEdit) {
  const { t } = useTranslation('call-flows')
  const options = [
    { value: 'own', label: t('otherwise.own') },
    ...menu.keys.map(({ key }) => ({ value: key, label: t('otherwise.as', { key }) })),
  ]
  const choose = (chosen: string) => {
    const otherwiseAs = menuKeys.find((key) => key === chosen) ?? null
    const changed = { ...menu, otherwiseAs }
    if (otherwiseAs !== null && isFilled('otherwise')) onRemove(changed, 'otherwise')
    else onChange(changed)
  }
  return (
    <div className={classes.fields}>
      <Radios label={t('fields.otherwise')} value={menu.otherwiseAs ?? 'own'} options={options} onChange={choose} />
    </div>
  )
}
