import { Box, Kbd } from '@mantine/core'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.layer.css'
import { IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { capsOf } from '../../lib/hotkeys.ts'
import { useModal } from '../../lib/modal-stack.ts'
import classes from './palette.module.css'
import { holds, type PaletteGroup, type PaletteItem } from './palette-item.ts'
import { PALETTE_MODAL } from './palette-modal.ts'
import { useFoundLeads } from './use-found-leads.tsx'
import { useActions, useCampaignsAndBusinesses, useScreens } from './use-palette-items.tsx'

const [store, spotlight] = createSpotlight()
/** Limit of campaigns and businesses, which are offered only once something is typed: there may be hundreds. */
const NAMES_SHOWN = 5

function useGroups(typed: string): { groups: PaletteGroup[]; isSearching: boolean } {
  const { t } = useTranslation('palette')
  const { t: shell } = useTranslation('shell')
  const { leads, isSearching } = useFoundLeads(typed)
  const { campaigns, businesses } = useCampaignsAndBusinesses()
  const fitting = (items: PaletteItem[]) => items.filter(({ label }) => holds(label, typed))
  const named = (items: PaletteItem[]) => (typed.trim() === '' ? [] : fitting(items).slice(0, NAMES_SHOWN))
  const groups = [
    { id: 'leads', label: shell('leads'), items: leads },
    { id: 'screens', label: t('screens'), items: useScreens(typed) },
    { id: 'campaigns', label: shell('campaigns'), items: named(campaigns) },
    { id: 'businesses', label: t('businesses'), items: named(businesses) },
    { id: 'actions', label: t('actions'), items: fitting(useActions()) },
  ]
  return { groups: groups.filter(({ items }) => items.length > 0), isSearching }
}

/** Command palette (Ctrl/⌘ K): finds screens, leads, campaigns, businesses and actions by name. */
export function Palette() {
  const { t } = useTranslation('palette')
  const { t: shell } = useTranslation('shell')
  const router = useRouter()
  const modal = useModal(PALETTE_MODAL)
  const [typed, setTyped] = useState('')
  const hasPicked = useRef(false)
  const { opened } = modal
  // The history state decides whether it is open; Mantine's spotlight store follows.
  useEffect(() => {
    if (opened) {
      hasPicked.current = false
      spotlight.open()
    } else spotlight.close()
  }, [opened])

  const pick = (item: PaletteItem) => {
    hasPicked.current = true
    // Navigation replaces the palette's history entry, so that Back does not reopen it.
    if ('to' in item) return void router.navigate({ href: item.to, replace: true })
    const stop = router.history.subscribe(() => {
      stop()
      item.run()
    })
    modal.close()
  }
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={typed}
      onQueryChange={setTyped}
      onSpotlightClose={modal.close}
      closeOnActionTrigger={false}
      returnFocus={!hasPicked.current}
      scrollable
      centered={false}
      yOffset="12vh"
      overlayProps={{ blur: 0 }}
      maxHeight={460}
      attributes={{ content: { 'aria-label': t('title') } }}
      classNames={{
        content: classes.content ?? '',
        search: classes.search ?? '',
        actionsList: classes.list ?? '',
        action: classes.item ?? '',
      }}
    >
      <Spotlight.Search
        placeholder={shell('paletteHint')}
        aria-label={shell('paletteHint')}
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
        data-autofocus
      />
      <Found typed={typed} onPick={pick} />
    </Spotlight.Root>
  )
}

function Found({ typed, onPick }: { typed: string; onPick: (item: PaletteItem) => void }) {
  const { t } = useTranslation('palette')
  const { groups, isSearching } = useGroups(typed)
  const shown = groups.flatMap(({ items }) => items.map(({ id }) => id)).join()
  // Enter selects the first entry, even if it arrived after the last key press.
  useEffect(() => {
    if (shown) markFirst()
  }, [shown])
  return (
    <Spotlight.ActionsList>
      {groups.map(({ id, label, items }) => (
        <Box key={id} role="group" aria-label={label} className={classes.group ?? ''}>
          <div className={classes.label} aria-hidden>
            {label}
          </div>
          {items.map((item) => (
            <Spotlight.Action key={item.id} onClick={() => onPick(item)}>
              <Line item={item} />
            </Spotlight.Action>
          ))}
        </Box>
      ))}
      <div role="status">
        {groups.length === 0 && <Spotlight.Empty>{isSearching ? t('searching') : t('nothing')}</Spotlight.Empty>}
      </div>
    </Spotlight.ActionsList>
  )
}

const Line = ({ item }: { item: PaletteItem }) => (
  <>
    <span className={classes.picture} aria-hidden>
      {item.picture}
    </span>
    <bdi className={classes.name}>{item.label}</bdi>
    <span className={classes.second}>{item.second}</span>
    {item.keys && (
      <span className={classes.keys} dir="ltr" aria-hidden>
        {capsOf(item.keys).map((cap) => (
          <Kbd key={cap}>{cap}</Kbd>
        ))}
      </span>
    )}
  </>
)

const ACTION = '[data-action]'
function markFirst() {
  const list = document.getElementById(store.getState().listId)
  list?.querySelector('[data-selected]')?.removeAttribute('data-selected')
  list?.querySelector(ACTION)?.setAttribute('data-selected', 'true')
  store.updateState((state) => ({ ...state, selected: 0 }))
}
