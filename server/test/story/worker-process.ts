// The product's worker in a process of its own, for tests that kill it. Argument: the options as JSON.
import { startStoryWorker, type StoryWorkerOptions } from './story-worker.ts'

await startStoryWorker(JSON.parse(process.argv[2] ?? '') as StoryWorkerOptions)
