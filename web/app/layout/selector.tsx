import { Combobox, type ComboboxStore, ScrollArea, UnstyledButton, useCombobox, VisuallyHidden } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './header/selector.module.css'

type Props = {
  /** Label for screen readers: "Business". */
  label: string
  /** Content of the closed selector. */
  current: ReactNode
  search: string
  searchLabel: string
  onSearch: (text: string) => void
  onPick: (id: string) => void
  /** `Combobox.Option` elements. */
  options: ReactNode
  /** Further actions below the list. */
  footer?: (close: () => void) => ReactNode
  strong?: boolean
  onOpen?: () => void
}

/** A drop-down with a search field; closes by its button or a click outside. */
export function Selector(props: Props) {
  const { label, current, search, searchLabel, onSearch, onPick, options, footer, strong, onOpen } = props
  const { t } = useTranslation()
  const combobox: ComboboxStore = useCombobox({
    onDropdownOpen: () => {
      onOpen?.()
      combobox.focusSearchInput()
    },
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      onSearch('')
    },
  })
  const pick = (id: string) => {
    combobox.closeDropdown()
    combobox.focusTarget()
    onPick(id)
  }
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={pick}
      width={300}
      position="bottom-start"
      offset={6}
      withinPortal={false}
    >
      <Combobox.Target withAriaAttributes={false} targetType="button">
        <UnstyledButton
          className={classes.target}
          data-strong={strong || undefined}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          onClick={() => combobox.toggleDropdown()}
        >
          <VisuallyHidden>{label}</VisuallyHidden>
          <span className={classes.current} aria-hidden>
            {current}
          </span>
          <IconSelector className={classes.arrows} size={16} stroke={1.75} aria-hidden />
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          className={classes.search}
          value={search}
          onChange={(event) => onSearch(event.currentTarget.value)}
          placeholder={searchLabel}
          aria-label={searchLabel}
          maxLength={100}
        />
        <Combobox.Options aria-label={label}>
          <ScrollArea.Autosize mah="20rem" type="scroll">
            {options}
            {!options && <Combobox.Empty>{t('noDataFound')}</Combobox.Empty>}
          </ScrollArea.Autosize>
        </Combobox.Options>
        {footer && (
          <Combobox.Footer className={classes.footer}>{footer(() => combobox.closeDropdown())}</Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}
