import { ActionIcon, Skeleton, TextInput } from '@mantine/core'
import { IconChevronRight, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/index.ts'
import { growTree, type Branch } from '../../parts/units/unit-tree.ts'
import type { Unit } from '../../parts/units/units.queries.ts'
import { Surface } from '../../ui/surface.tsx'
import { branchesNamed } from './branches-named.ts'
import { UnitActions } from './unit-actions.tsx'
import classes from './units.module.css'

// A tree that fits on a page or two stands open.
const mostOpen = 60

interface Props {
  accountId: number
  /** Null while they are on their way. */
  units: readonly Unit[] | null
}

export function UnitTree({ accountId, units }: Props) {
  const { t } = useTranslation()
  const language = currentLanguage()
  const [typed, setTyped] = useState('')
  const tree = useMemo(() => growTree(units ?? [], language), [units, language])
  if (units === null) return <Skeleton height={220} radius={12} />
  const isLarge = units.length > mostOpen
  const visible = typed.trim() === '' ? tree : branchesNamed(tree, typed)
  return (
    <Surface>
      <div className={classes.tree}>
        {units.length > 8 && (
          <TextInput
            className={classes.search}
            aria-label={t('units.find')}
            placeholder={t('units.find')}
            leftSection={<IconSearch size={16} aria-hidden="true" />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        {visible.length === 0 && <p className={classes.none}>{t('units.nothingFound')}</p>}
        <Branches
          key={typed.trim() === '' ? 'all' : 'found'}
          accountId={accountId}
          branches={visible}
          label={t('units.title')}
          opened={!isLarge || typed.trim() !== ''}
        />
      </div>
    </Surface>
  )
}

interface BranchesProps {
  accountId: number
  branches: readonly Branch[]
  label: string
  opened: boolean
}

function Branches({ accountId, branches, label, opened }: BranchesProps) {
  return (
    <ul className={classes.branches} aria-label={label}>
      {branches.map((branch) => (
        <UnitBranch key={branch.unit.unitId} accountId={accountId} branch={branch} opened={opened} />
      ))}
    </ul>
  )
}

/** One unit, and what lies beneath it in a list of its own: listeners hear how deep it is. */
function UnitBranch({
  accountId,
  branch,
  opened,
}: Omit<BranchesProps, 'branches' | 'label'> & { branch: Branch }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(opened)
  const { unit, branches } = branch
  const { name, unitId, thirdparties = 0 } = unit
  return (
    <li>
      <div className={classes.unit}>
        {branches.length > 0 ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-expanded={isOpen}
            aria-label={t('units.beneath', { name, count: branches.length })}
            onClick={() => setIsOpen(!isOpen)}
          >
            <IconChevronRight size={17} className={classes.chevron} data-open={isOpen} aria-hidden="true" />
          </ActionIcon>
        ) : (
          <span className={classes.leaf} aria-hidden="true" />
        )}
        <span className={classes.name}>{name}</span>
        <Link
          to="/account/$accountId/thirdparties"
          params={{ accountId }}
          search={{ unit: String(unitId), archived: 'all' }}
          className={classes.count}
        >
          {t('units.companies', { count: thirdparties })}
        </Link>
        <UnitActions accountId={accountId} branch={branch} />
      </div>
      {isOpen && branches.length > 0 && (
        <Branches
          accountId={accountId}
          branches={branches}
          label={t('units.beneathOf', { name })}
          opened={opened}
        />
      )}
    </li>
  )
}
