import { CloseButton, Kbd, TextInput } from '@mantine/core'
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Portfolio } from '../list/use-portfolio.ts'
import classes from './filters.module.css'

const pause = 300

/** Asks while one types, once a moment has passed without a key. */
export function SearchBox({ portfolio }: { portfolio: Portfolio }) {
  const { t } = useTranslation()
  const q = portfolio.search['q'] ?? ''
  const [typed, setTyped] = useState(q)
  const sent = useRef(q)
  const field = useRef<HTMLInputElement>(null)
  useHotkeys([['/', () => field.current?.focus()]])
  // Another view, or the way back: the address has the word.
  useEffect(() => {
    if (q !== sent.current) setTyped(q)
    sent.current = q
  }, [q])
  const send = useDebouncedCallback((text: string) => {
    sent.current = text
    portfolio.change({ q: text === '' ? null : text })
  }, pause)
  function type(text: string) {
    setTyped(text)
    send(text.trim())
  }
  return (
    <TextInput
      ref={field}
      type="search"
      className={classes.search}
      aria-label={t('portfolio.searchLabel')}
      placeholder={t('portfolio.searchPlaceholder')}
      leftSection={<IconSearch size={17} stroke={1.8} aria-hidden="true" />}
      rightSectionPointerEvents="all"
      rightSection={
        typed === '' ? (
          <Kbd size="xs" aria-hidden="true" className={classes.key}>
            /
          </Kbd>
        ) : (
          <CloseButton size="sm" aria-label={t('portfolio.searchClear')} onClick={() => type('')} />
        )
      }
      maxLength={200}
      autoComplete="off"
      spellCheck={false}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
