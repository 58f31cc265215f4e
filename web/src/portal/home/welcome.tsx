import { Button } from '@mantine/core'
import { IconArrowRight, IconCircleCheckFilled, IconLock } from '@tabler/icons-react'
import { SkeletonBar } from '../parts/skeleton.tsx'
import type { Me, Requests } from '../portal-api.ts'
import { go, PageTitle, paths } from '../route.tsx'
import { useTexts } from '../texts.tsx'
import { countAwaited, isToDo, minutesLeft, nextToDo } from './grouping.ts'
import classes from './home.module.css'
import { ProgressLine } from './progress-line.tsx'

interface Props {
  me: Me
  requests: Requests | undefined
}

/** Greets by name and says in one breath who asks, how much it is and how long it takes. */
export function Welcome({ me, requests }: Props) {
  const { t } = useTexts()
  const name = me.firstName ?? me.lastName
  const hello = name === null ? t.home.helloNobody : t.home.hello(name)
  return (
    <div className={classes.welcome}>
      <div className={classes.greeting}>
        <PageTitle className={classes.hello}>{hello}</PageTitle>
        <p className={classes.asks}>{t.home.asks(me.account, me.company)}</p>
      </div>
      {requests === undefined ? <WaitingState /> : <State me={me} requests={requests} />}
      <p className={classes.private}>
        <IconLock size={16} stroke={1.8} aria-hidden="true" />
        {t.home.private(me.account)}
      </p>
    </div>
  )
}

function WaitingState() {
  return (
    <div className={classes.state}>
      <SkeletonBar width="60%" height={28} />
      <SkeletonBar height={8} />
      <SkeletonBar height={42} />
    </div>
  )
}

function State({ me, requests }: { me: Me; requests: Requests }) {
  const { t } = useTexts()
  const { progress } = requests
  const next = nextToDo(requests)
  const awaited = countAwaited(requests)
  if (awaited > 0 && next !== undefined) {
    const all = requests.dossiers.flatMap((dossier) => dossier.requests)
    const minutes = minutesLeft(all)
    const hasBegun = progress.toDo < progress.asked || all.some(({ draftSince }) => draftSince !== null)
    return (
      <div className={classes.state}>
        <p className={classes.todo}>
          <strong>{t.home.toSend(awaited)}</strong>
          {minutes > 0 && <span>{t.home.minutes(minutes)}</span>}
        </p>
        {progress.toDo < progress.asked && <ProgressLine progress={{ ...progress, toDo: awaited }} />}
        <Button
          size="md"
          fullWidth
          rightSection={<IconArrowRight size={18} />}
          onClick={() => go(paths.request(next.documentId))}
        >
          {hasBegun ? t.home.goOn : t.home.begin}
        </Button>
      </div>
    )
  }
  return <CalmState me={me} requests={requests} />
}

function CalmState({ me, requests }: { me: Me; requests: Requests }) {
  const { t } = useTexts()
  const { asked: requested, accepted, inReview } = requests.progress
  const openOptional = requests.dossiers.flatMap((dossier) => dossier.requests).some(isToDo)
  const kind =
    requested === 0 && !openOptional
      ? 'nothing'
      : inReview > 0 || accepted < requested
        ? 'allSent'
        : 'allAccepted'
  return (
    <div className={classes.state} data-calm="true">
      <p className={classes.calmTitle}>
        <IconCircleCheckFilled size={26} aria-hidden="true" className={classes.calmIcon} />
        <strong>{t.home[`${kind}Title`]}</strong>
      </p>
      <p>{t.home[`${kind}Detail`](me.account)}</p>
      {requested > 0 && <ProgressLine progress={requests.progress} />}
    </div>
  )
}
