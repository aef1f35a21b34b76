import { Kbd, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { softphoneQuery } from '../../features/softphone/softphone.api.ts'
import { activeKeys, capsOf } from '../../lib/hotkeys.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { useSession } from '../../lib/session/session.ts'
import { usePlayer } from '../../shared/player.ts'
import classes from './key-list.module.css'
import { KEYS_MODAL } from './palette-modal.ts'

/** What each key stands for on every screen that has it (design, Hands), in the order of the list. */
export const meanings = {
  'Mod+KeyK': 'palette',
  Slash: 'search',
  KeyN: 'new',
  KeyJ: 'nextRow',
  KeyK: 'previousRow',
  KeyX: 'selectRow',
  'KeyG KeyL': 'toLeads',
  'KeyG KeyC': 'toCalls',
  'KeyG KeyD': 'toDashboard',
  'Shift+KeyA': 'answer',
  'Shift+KeyX': 'hangUp',
  'Shift+KeyM': 'mute',
  Space: 'play',
  'Shift+Slash': 'list',
} as const
/** Of a call: they work while there is one. */
const callKeys = ['Shift+KeyA', 'Shift+KeyX', 'Shift+KeyM']

/** The keys that work on this screen, as they were registered; those of calls where one can be called, of the player where something plays. */
export function KeyList() {
  const { t } = useTranslation('palette')
  const { t: common } = useTranslation()
  const modal = useModal(KEYS_MODAL)
  const [active] = useState(activeKeys)
  const { track } = usePlayer()
  const { businessId = '' } = useSession()
  const { data: phones } = useQuery({ ...softphoneQuery(businessId), enabled: false })
  const hasPhone = (phones?.softphones.length ?? 0) > 0
  const isActive = (key: string) =>
    active.includes(key) || (hasPhone && callKeys.includes(key)) || (track !== null && key === 'Space')
  const keys = Object.entries(meanings).filter(([key]) => isActive(key))
  // Rows are links and dialogs close themselves, so these two are not registered.
  const rows: [string, string][] = [
    ...keys.map(([key, meaning]): [string, string] => [key, t(`keys.${meaning}`)]),
    ...(isActive('KeyJ') ? [['Enter', t('keys.openRow')] as [string, string]] : []),
    ['Escape', t('keys.close')],
  ]
  return (
    <Modal
      opened={modal.opened}
      onClose={modal.close}
      title={t('keys.title')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <dl className={classes.list}>
        {rows.map(([key, meaning]) => (
          <div key={key} className={classes.row}>
            <dt>{meaning}</dt>
            <dd dir="ltr">
              {capsOf(key).map((cap) => (
                <Kbd key={cap}>{cap}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.note}>{t('keys.byPosition')}</p>
    </Modal>
  )
}
