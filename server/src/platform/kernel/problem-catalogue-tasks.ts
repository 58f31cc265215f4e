import type { Problem } from './problem-catalogue-entry.ts'

/** What people have to do. */
export const taskProblems = {
  TASK_NOT_FOUND: {
    status: 404,
    title: 'Task not found',
    titleFr: 'Tâche introuvable',
    retryable: false,
    en: 'There is no task {taskId} in this account, or it is about a company you do not see.',
    fr: 'Il n’y a pas de tâche {taskId} dans ce compte, ou elle concerne une entreprise que vous ne voyez pas.',
  },
  TASK_NOT_YOURS: {
    status: 403,
    title: 'Somebody else’s task',
    titleFr: 'Tâche d’une autre personne',
    retryable: false,
    en: 'Task {taskId} waits for somebody else. Whoever it is assigned to, their team, its maker or an administrator can change or close it. You may comment on it.',
    fr: 'La tâche {taskId} attend quelqu’un d’autre. La personne ou l’équipe à qui elle est confiée, son auteur ou un administrateur peut la modifier ou la clore. Vous pouvez la commenter.',
  },
  TASK_CLOSED: {
    status: 409,
    title: 'Task closed',
    titleFr: 'Tâche close',
    retryable: false,
    en: 'Task {taskId} is closed already: its state is {state}. Nothing was changed. Open it again first if there is more to do.',
    fr: 'La tâche {taskId} est déjà close : son état est {state}. Rien n’a été modifié. Rouvrez-la d’abord s’il reste quelque chose à faire.',
  },
  TASK_OPEN: {
    status: 409,
    title: 'Task open',
    titleFr: 'Tâche ouverte',
    retryable: false,
    en: 'Task {taskId} is open, or another task of the same origin is. Nothing was changed.',
    fr: 'La tâche {taskId} est ouverte, ou une autre tâche de même origine l’est. Rien n’a été modifié.',
  },
  TASK_ASSIGNEE_READS_ONLY: {
    status: 422,
    title: 'Assignee may only read',
    titleFr: 'La personne désignée ne peut que lire',
    retryable: false,
    en: 'This person, or everybody in this team, may only read and could not do the task. Give them another role first, or choose somebody else.',
    fr: 'Cette personne, ou tous les membres de cette équipe, ne peuvent que lire et ne pourraient pas faire la tâche. Donnez-leur d’abord un autre rôle, ou choisissez une autre personne.',
  },
} as const satisfies Record<string, Problem>
