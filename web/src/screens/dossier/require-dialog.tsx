import { Checkbox, ScrollArea, Skeleton, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type Answer } from '../../api/index.ts'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { ThemeLabel, themes } from '../../ui/theme-label.tsx'
import classes from './dossier.module.css'
import { keysAfterChange, documentsQuery, documentTypesQuery } from './dossier.queries.ts'
import type { DialogProps } from './edit-dialog.tsx'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'

type DocumentType = Answer<'listDocumentTypes'>['content'][number]

/** Asks for further documents of the catalogue. */
export function RequireDialog({ dossier: { dossierId }, opened, onClose }: DialogProps) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const [codes, setCodes] = useState<string[]>([])
  const [search, setSearch] = useState('')
  const leave = () => {
    setCodes([])
    setSearch('')
    ask.reset()
    onClose()
  }
  const ask = useApiMutation({
    mutationFn: () =>
      api.account(accountId).post('/dossiers/{dossierId}/requirements', {
        path: { dossierId },
        body: { newRequiredDocuments: codes },
      }),
    successMessage: ({ added }) => t('dossier.require.done', { count: added.length }),
    invalidates: keysAfterChange(accountId, dossierId),
    onSuccess: leave,
    silent: true,
  })
  return (
    <FormDialog
      opened={opened}
      onClose={leave}
      title={t('dossier.require.title')}
      size="lg"
      submit={t('dossier.require.confirm', { count: codes.length })}
      pending={ask.isPending}
      error={ask.error}
      disabled={codes.length === 0}
      onSubmit={() => ask.mutate()}
    >
      <Text size="sm" c="dimmed">
        {t('dossier.require.lead')}
      </Text>
      <TextInput
        aria-label={t('dossier.require.search')}
        placeholder={t('dossier.require.search')}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={search}
        data-autofocus
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Offered dossierId={dossierId} search={search} codes={codes} onChange={setCodes} />
    </FormDialog>
  )
}

interface OfferedProps {
  dossierId: number
  search: string
  codes: string[]
  onChange: (codes: string[]) => void
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** By theme; what is required already cannot be asked twice. */
function Offered({ dossierId, search, codes, onChange }: OfferedProps) {
  const { t, i18n } = useTranslation()
  const accountId = useAccountId()
  const { data: types } = useQuery(documentTypesQuery(accountId))
  const { data: requested = [] } = useQuery(documentsQuery(accountId, dossierId))
  const language = i18n.language === 'fr' ? 'fr' : 'en'
  const required = new Set(
    requested.filter((one) => one.required && !one.stopped).map(({ documentCode }) => documentCode),
  )
  const matches = ({ name, code }: DocumentType) =>
    folded(`${name[language]} ${code}`).includes(folded(search))
  const found = types?.filter(matches)
  if (found === undefined) return <Skeleton height={320} radius={10} />
  if (found.length === 0) return <Text c="dimmed">{t('dossier.require.nothing', { words: search })}</Text>
  return (
    <ScrollArea h={320} type="auto" className={classes.offered} viewportProps={{ tabIndex: 0 }}>
      <Checkbox.Group value={codes} onChange={onChange} aria-label={t('dossier.require.title')}>
        {themes.map((theme) => {
          const own = found.filter((one) => one.theme === theme)
          if (own.length === 0) return null
          return (
            <div key={theme} className={classes.offeredTheme}>
              <div className={classes.offeredTitle}>
                <ThemeLabel theme={theme} />
              </div>
              {own.map(({ code, name }) => (
                <Checkbox
                  key={code}
                  value={code}
                  label={name[language]}
                  disabled={required.has(code)}
                  {...(required.has(code) ? { description: t('dossier.require.already') } : {})}
                />
              ))}
            </div>
          )
        })}
      </Checkbox.Group>
    </ScrollArea>
  )
}
