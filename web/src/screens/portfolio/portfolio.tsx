import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconPlus, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { OwnSight } from '../../parts/units/own-sight.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useRights } from '../../ui/use-rights.ts'
import { AddDialog } from './add/add-dialog.tsx'
import { BulkBar } from './bulk/bulk-bar.tsx'
import { useSelection } from './bulk/use-selection.ts'
import { FilterChips } from './filters/filter-chips.tsx'
import { FilterDrawer } from './filters/filter-drawer.tsx'
import { SearchBox } from './filters/search-box.tsx'
import { attributeColumn } from './list/column-keys.ts'
import { ColumnMenu } from './list/column-menu.tsx'
import { Count } from './list/count.tsx'
import { ExportButton } from './list/export-button.tsx'
import classes from './list/portfolio.module.css'
import { Rows } from './list/rows.tsx'
import { usePortfolio, type Portfolio as State } from './list/use-portfolio.ts'
import {
  definitionsQuery,
  portfolioQuery,
  viewsQuery,
  type AttributeDefinition,
} from './portfolio.queries.ts'
import { useStartView } from './views/use-start-view.ts'
import { ViewMenu } from './views/view-menu.tsx'
import { ViewTabs } from './views/view-tabs.tsx'

const noDefinitions: AttributeDefinition[] = []

export function Portfolio() {
  const portfolio = usePortfolio()
  const { accountId, search, columns } = portfolio
  const [adding, dialog] = useDisclosure(false)
  const { manage: mayManage } = useRights(accountId)
  const { data: definitions = noDefinitions } = useQuery(definitionsQuery(accountId))
  const visible = definitions
    .map(({ code }) => code)
    .filter((code) => columns.includes(attributeColumn(code)))
  const shown = { attributes: visible, owner: columns.includes('owner') }
  const page = useQuery(portfolioQuery(accountId, search, shown))
  const selection = useSelection(portfolio, page.data)
  return (
    <>
      <Header accountId={accountId} page={page.data} onAdd={mayManage ? dialog.open : null} />
      <Tools portfolio={portfolio} definitions={definitions} mayManage={mayManage} />
      <Rows
        portfolio={portfolio}
        definitions={definitions}
        page={page}
        selected={mayManage ? selection.ticked : null}
        onSelect={selection.onTick}
        onAdd={mayManage ? dialog.open : null}
      />
      {mayManage && (
        <>
          <BulkBar portfolio={portfolio} selection={selection} definitions={definitions} />
          <AddDialog accountId={accountId} opened={adding} onClose={dialog.close} />
        </>
      )}
    </>
  )
}

interface HeaderProps {
  accountId: number
  page: Parameters<typeof Count>[0]['page']
  onAdd: (() => void) | null
}

function Header({ accountId, page, onAdd }: HeaderProps) {
  const { t } = useTranslation()
  const actions = onAdd !== null && (
    <>
      <ButtonLink
        to="/account/$accountId/imports"
        params={{ accountId }}
        variant="default"
        leftSection={<IconUpload size={17} stroke={1.7} aria-hidden="true" />}
      >
        {t('portfolio.import')}
      </ButtonLink>
      <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={onAdd}>
        {t('portfolio.add')}
      </Button>
    </>
  )
  const lead = (
    <>
      <div>
        <Count page={page} />
      </div>
      <OwnSight accountId={accountId} />
    </>
  )
  return <PageHeader title={t('portfolio.title')} lead={lead} actions={actions} />
}

interface ToolsProps {
  portfolio: State
  definitions: readonly AttributeDefinition[]
  mayManage: boolean
}

function Tools({ portfolio, definitions, mayManage }: ToolsProps) {
  const { t } = useTranslation()
  const [filtering, drawer] = useDisclosure(false)
  const { data: views } = useQuery(viewsQuery(portfolio.accountId))
  const [startView, setStartView] = useStartView(portfolio, views)
  const current = views?.find(({ viewId }) => String(viewId) === portfolio.search['view']) ?? null
  return (
    <div className={classes.top}>
      <ViewTabs portfolio={portfolio} views={views ?? []} startView={startView} />
      <div className={classes.tools}>
        <SearchBox portfolio={portfolio} />
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={17} stroke={1.7} aria-hidden="true" />}
          onClick={drawer.open}
        >
          {t('common.filter')}
        </Button>
        <ColumnMenu portfolio={portfolio} definitions={definitions} />
        <ViewMenu
          portfolio={portfolio}
          current={current}
          mayManage={mayManage}
          startView={startView}
          onStart={setStartView}
        />
        <ExportButton portfolio={portfolio} />
      </div>
      <FilterChips portfolio={portfolio} definitions={definitions} />
      <FilterDrawer
        opened={filtering}
        onClose={drawer.close}
        portfolio={portfolio}
        definitions={definitions}
      />
    </div>
  )
}
