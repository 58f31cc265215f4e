export { answerList, type ListDeps } from './answer-list.ts'
export { isBefore, orLast, type ListOrder, type ListSource } from './list-ids.ts'
