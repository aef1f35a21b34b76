import { Kbd, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { softphoneQuery } from '../../features/softphone/softphone.api.ts'
import { activeKeys, capsOf } from '../../lib/hotkeys.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { useSession } from '../../lib/session/session.ts'
import { usePlayer } from '../../shared/player/player.ts'
import classes from './key-list.module.css'
import { KEYS_MODAL } from './palette-modal.ts'

/** Meaning of each key on every screen that has it (design, Hands), in display order. */
export const meanings = {
  'Mod+KeyK': 'palette',
  Slash: 'search',
  KeyN: 'new',
  KeyJ: 'nextRow',
  KeyK: 'previousRow',
  KeyX: 'selectRow',
  KeyO: 'openDue',
  KeyC: 'actOnDue',
  KeyZ: 'snoozeDue',
  KeyE: 'finishDue',
  KeyT: 'toPresent',
  'KeyG KeyT': 'toToday',
  'KeyG KeyL': 'toLeads',
  'KeyG KeyC': 'toCalls',
  'KeyG KeyM': 'toMeetings',
  'KeyG KeyD': 'toDashboard',
  'Shift+KeyA': 'answer',
  'Shift+KeyX': 'hangUp',
  'Shift+KeyM': 'mute',
  'Shift+KeyH': 'hold',
  'Shift+KeyT': 'transfer',
  'Shift+KeyN': 'note',
  Space: 'play',
  'Shift+Slash': 'list',
} as const
/** Keys that work only during a call, and after it. */
const callKeys = ['A', 'X', 'M', 'H', 'T', 'N'].map((letter) => `Shift+Key${letter}`)

/** Lists this screen's keys, those of calls if the user can be called, and the player's while it is open. */
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
  // Links and dialogs handle these two keys themselves, so they are not registered.
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
