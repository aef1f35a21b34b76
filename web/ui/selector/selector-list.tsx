import { Combobox, ScrollArea, useCombobox } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './selector.module.css'

export type SelectorOption = { id: string; content: ReactNode; isChosen: boolean }

export type SelectorListProps = {
  /** Label for screen readers: "Business". */
  label: string
  search: string
  searchLabel: string
  /** Shown in the empty search field, if not its label. */
  placeholder?: string
  onSearch: (text: string) => void
  onPick: (id: string) => void
  options: SelectorOption[]
  footer: ReactNode
  close: () => void
}

/** The open selector: the search field, which has the focus, and the options. */
export function SelectorList({
  label,
  search,
  searchLabel,
  placeholder = searchLabel,
  onSearch,
  onPick,
  options,
  footer,
  close,
}: SelectorListProps) {
  const { t } = useTranslation()
  const combobox = useCombobox({ opened: true, onDropdownClose: close })
  const pick = (id: string) => {
    close()
    onPick(id)
  }
  return (
    <Combobox store={combobox} onOptionSubmit={pick}>
      <Combobox.Search
        className={classes.search}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
        placeholder={placeholder}
        aria-label={searchLabel}
        maxLength={100}
        autoFocus
      />
      <Combobox.Options aria-label={label}>
        <ScrollArea.Autosize mah="20rem" type="scroll">
          {options.map(({ id, content, isChosen }) => (
            <Combobox.Option value={id} key={id} active={isChosen}>
              <span className={classes.option}>
                {content}
                {isChosen && <IconCheck size={16} className={classes.tick} aria-label={t('chosen')} />}
              </span>
            </Combobox.Option>
          ))}
          {options.length === 0 && <Combobox.Empty>{t('noDataFound')}</Combobox.Empty>}
        </ScrollArea.Autosize>
      </Combobox.Options>
      {footer && <div className={classes.footer}>{footer}</div>}
    </Combobox>
  )
}
