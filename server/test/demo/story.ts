import { approve, refuse } from './acts/decisions.ts'
import { sendAnswer } from './acts/answers.ts'
import { introduce } from './acts/contacts.ts'
import { publish } from './acts/gazette.ts'
import { openByHand } from './acts/openings.ts'
import { follow, receiveRatings } from './acts/ratings.ts'
import { arriving, settleIn } from './acts/settle-in.ts'
import { decideHits, importLists } from './acts/screening.ts'
import { writeComment } from './acts/talk.ts'
import type { Act } from './act.ts'
import { teamStory } from './team-story.ts'
import {
  ageOfPapers,
  awaitingReview,
  complete,
  firstDay,
  introduced,
  openedByHand,
  partly,
  quality,
  renewed,
  theRest,
  usesPortal,
} from './plan.ts'
import { decisionsOnHits, notices, refusals, talk } from './words.ts'

const registration = ['REG_PROOF', 'FOREIGN_REG']

const whole: readonly Act[] = [...complete, ...theRest].flatMap(([daysAgo, numbers]) => [
  ...numbers.map((number) =>
    sendAnswer({
      daysAgo,
      number,
      codes: null,
      byPortal: usesPortal(number, daysAgo),
      age: ageOfPapers(number, daysAgo),
      ...(quality[number] === undefined ? {} : { quality: quality[number] }),
    }),
  ),
  approve(daysAgo - 2, numbers),
])

const parts: readonly Act[] = partly.flatMap(([daysAgo, numbers, codes]) => [
  ...numbers.map((number) => sendAnswer({ daysAgo, number, codes, byPortal: false })),
  approve(daysAgo - 1, numbers),
])

const renewals: readonly Act[] = renewed.flatMap(([daysAgo, numbers]) => [
  ...numbers.map((number) => sendAnswer({ daysAgo, number, codes: registration, byPortal: true, age: 1 })),
  approve(daysAgo - 1, numbers),
])

const waiting: readonly Act[] = awaitingReview.flatMap(([daysAgo, numbers, codes]) =>
  numbers.map((number) => sendAnswer({ daysAgo, number, codes, byPortal: true, age: 2, quality: 0.6 })),
)

const turnedDown: readonly Act[] = refusals.flatMap(([sent, refusal]) => [
  sendAnswer({ ...sent, number: refusal.number }),
  refuse(sent.daysAgo - 1, refusal),
])

/** What the checks stop before anybody has looked: a paper of another company, one without a date. */
const stopped: readonly Act[] = [
  sendAnswer({ daysAgo: 14, number: 5, codes: registration, byPortal: false, age: null }),
  sendAnswer({ daysAgo: 6, number: 32, codes: registration, byPortal: true, ofCompany: 46 }),
]

/** One company passes; another was found on the list, and a third is compared with what a new version brings. */
const screenings: readonly Act[] = [
  importLists(46, 1),
  ...decisionsOnHits.map((decision) => decideHits(...decision)),
  sendAnswer({ daysAgo: 44, number: 30, codes: ['INTEGRITY_QUEST', 'INTEGRITY_DECISION'], byPortal: false }),
  approve(43, [30]),
  importLists(1, 2),
]

/** Everything that happens, the oldest first. */
export const story: readonly Act[] = [
  ...settleIn,
  ...follow(firstDay - 1),
  // Those who joined meanwhile, in time for what is said that day.
  ...follow(13.5),
  ...receiveRatings(firstDay - 2, 1),
  ...arriving,
  ...openedByHand.map((opening) => openByHand(...opening)),
  ...whole,
  ...parts,
  ...turnedDown,
  ...stopped,
  ...receiveRatings(30, 2),
  ...receiveRatings(13, 3),
  ...introduced.flatMap(([daysAgo, numbers]) => numbers.map((number) => introduce(daysAgo, number))),
  ...renewals,
  ...waiting,
  ...screenings,
  ...notices.map((issue) => publish(...issue)),
  ...talk.map(([daysAgo, said]) => writeComment(daysAgo, said)),
  ...teamStory,
].toSorted((one, other) => other.daysAgo - one.daysAgo)
