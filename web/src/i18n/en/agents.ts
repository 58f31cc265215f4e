export const agents = {
  title: 'What agents may do',
  help: 'Agents are assistants and other programs that use Vigie for somebody through the Model Context Protocol. They never see or do more than that person.',
  access: {
    OFF: 'Nothing',
    READ: 'Read',
    WRITE: 'Read and write',
  },
  accessHelp: {
    OFF: 'No agent gets in.',
    READ: 'They find and read what their person may read, and draft texts.',
    WRITE:
      'They also comment, create tasks and ask for documents in the name of their person. The journal marks it.',
  },
  through: '{{name}} through an agent ({{agent}})',
}
