export { fetchTasks } from './fetch.tasks.ts'
export { importList, listImported, type ImportListOptions, type ListReport } from './import-list.ts'
export { listFilesAt } from './list-files.ts'
export { loadOwnListTask } from './load-own-list.task.ts'
export { publishedLists, type PublishedList } from './published-lists.ts'
export {
  checkOwnListFile,
  receiveOwnList,
  requireFreeListName,
  requireOwnList,
  tryOwnList,
} from './own-lists.ts'
export { endServiceLists, followServiceList, keepNamedEntries } from './service-list.ts'
