import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, newIdempotencyKey } from '../../../api/index.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { definitionsQuery } from '../portfolio.queries.ts'
import classes from './add.module.css'
import { AddedResult } from './added-result.tsx'
import type { Chosen } from './chosen.ts'
import { CompanySearch } from './company-search.tsx'
import { DetailsForm, type NewCompany } from './details-form.tsx'

interface Props {
  accountId: number
  opened: boolean
  onClose: () => void
}

/** Another page may lead straight here, with #add in the address. */
function useOpening({ opened, onClose }: Props): { isOpen: boolean; close: () => void } {
  const navigate = useNavigate()
  const isRequested = useLocation({ select: ({ hash }) => hash === 'add' })
  function close() {
    onClose()
    if (isRequested) void navigate({ to: '.', search: true, hash: '', replace: true })
  }
  return { isOpen: opened || isRequested, close }
}

/** Find the company, say what the account knows of it, see what follows. */
export function AddDialog(props: Props) {
  const { t } = useTranslation()
  const { accountId } = props
  const { isOpen, close } = useOpening(props)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const { data: definitions = [] } = useQuery({ ...definitionsQuery(accountId), enabled: isOpen })
  const adding = useAdding(accountId)
  function startAgain() {
    adding.reset()
    setChosen(null)
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      onExitTransitionEnd={startAgain}
      closeOnClickOutside={chosen === null}
      title={adding.isSuccess ? t('add.done') : t('add.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{ title: classes.title }}
      size="lg"
      yOffset="8vh"
    >
      {adding.isSuccess ? (
        <AddedResult
          accountId={accountId}
          added={adding.data}
          command={adding.variables.command}
          onAnother={startAgain}
        />
      ) : chosen === null ? (
        <Find accountId={accountId} onChoose={setChosen} onClose={close} />
      ) : (
        <DetailsForm
          accountId={accountId}
          chosen={chosen}
          required={definitions.filter(({ required, calculated }) => required && calculated === null)}
          error={adding.error}
          pending={adding.isPending}
          onSubmit={(command) => adding.mutate({ command, key: newIdempotencyKey() })}
          onBack={startAgain}
        />
      )}
    </Modal>
  )
}

function useAdding(accountId: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ command, key }: { command: NewCompany; key: string }) =>
      api.account(accountId).post('/thirdparties', { body: command, idempotencyKey: key }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['company-search', accountId] })
      void queries.invalidateQueries({ queryKey: ['statistics', accountId] })
      return queries.invalidateQueries({ queryKey: ['thirdparties', accountId] })
    },
  })
}

interface FindProps {
  accountId: number
  onChoose: (chosen: Chosen) => void
  onClose: () => void
}

function Find({ accountId, onChoose, onClose }: FindProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const open = (thirdpartyId: number) =>
    void navigate({
      to: '/account/$accountId/thirdparties/$thirdpartyId',
      params: { accountId, thirdpartyId },
    })
  return (
    <Stack gap="md" mih={300}>
      <Text c="dimmed">{t('add.lead')}</Text>
      <CompanySearch accountId={accountId} onChoose={onChoose} onOpen={open} />
      <Group justify="space-between" gap="xs" mt="auto">
        <ButtonLink to="/account/$accountId/imports" params={{ accountId }} variant="subtle" px={0}>
          {t('add.many')}
        </ButtonLink>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </Group>
    </Stack>
  )
}
